//! Slurm for real: a controller and two nodes on this machine, from the distribution's packages.

use std::process::{Child, Stdio};

use super::*;

/// A small cluster that lives as long as this does.
struct Cluster {
    folder: tempfile::TempDir,
    processes: Vec<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Reports whether there is such a program. Asked for its version, sbatch wants to know its cluster first.
fn installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

impl Cluster {
    /// Starts a cluster with more lines of its configuration; returns `None` where Slurm is not installed.
    fn start(more: &str) -> Option<Self> {
        if !["slurmctld", "slurmd", "sbatch"].into_iter().all(installed) {
            skipped("slurmctld, slurmd and slurm-client are not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().display();
        let told = |program: &str, argument: &str| {
            let output = Command::new(program).arg(argument).output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        };
        let (host, user) = (told("hostname", "-s"), told("id", "-un"));
        let [controller, first, second] = [(); 3].map(|()| free_port());
        // No munge and no cgroups: `auth/none` is for tests, where nobody else is.
        let config = format!(
            "ClusterName=kaesu\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\n\
             SlurmUser={user}\nSlurmdUser={user}\nAuthType=auth/none\nCredType=cred/none\n\
             StateSaveLocation={at}/state\nSlurmctldPidFile={at}/ctld.pid\nSlurmdPidFile={at}/%n.pid\n\
             SlurmdSpoolDir={at}/%n\nSlurmctldLogFile={at}/ctld.log\nSlurmdLogFile={at}/%n.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n\
             SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1\n\
             ReturnToService=2\n{more}\
             NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=2\n\
             NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=2\n\
             PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        );
        fs::write(folder.path().join("slurm.conf"), config).unwrap();
        for name in ["state", "n1", "n2"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let mut cluster = Self {
            folder,
            processes: Vec::new(),
        };
        for (program, arguments) in [
            ("slurmctld", &["-D", "-c"][..]),
            ("slurmd", &["-D", "-c", "-N", "n1"]),
            ("slurmd", &["-D", "-c", "-N", "n2"]),
        ] {
            let mut command = Command::new(program);
            command
                .args(arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            cluster
                .processes
                .push(cluster.inside(command).spawn().unwrap());
        }
        wait_for("two nodes are idle", 120, || {
            let mut info = Command::new("sinfo");
            info.args(["-h", "-N", "-o", "%T"]);
            let output = cluster.inside(info).output().ok()?;
            (output.stdout == b"idle\nidle\n").then_some(())
        });
        Some(cluster)
    }

    /// Lets a command see this cluster and no other.
    fn inside(&self, mut command: Command) -> Command {
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    /// Returns which node makes a shard.
    fn node_of(&self, shard: u64) -> Option<String> {
        let mut queue = Command::new("squeue");
        queue.args(["-h", "-r", "-t", "R", "-o", "%K %N"]);
        let output = self.inside(queue).output().ok()?;
        let said = String::from_utf8(output.stdout).ok()?;
        let mut lines = said.lines().filter_map(|line| line.split_once(' '));
        let (_, node) = lines.find(|(task, _)| *task == shard.to_string())?;
        Some(node.to_owned())
    }

    /// Waits until no job is left.
    fn wait(&self) {
        wait_for("all jobs end", 300, || {
            let mut queue = Command::new("squeue");
            queue.arg("-h");
            let output = self.inside(queue).output().ok()?;
            (output.status.success() && output.stdout.is_empty()).then_some(())
        });
    }
}

#[test]
fn slurm_makes_sixteen_shards_and_one_that_fails_is_submitted_again() {
    let Some(cluster) = Cluster::start("") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 1600);
    // A name with all that a shell and a pattern of Slurm might read otherwise.
    let [one, parts, run] =
        ["one", "it's 100%j of \"parts\"", "run"].map(|name| folder.path().join(name));
    on_one_machine(&path, &one);
    let (file, out, to) = (text(&path), text(&parts), text(&run));

    // The scripts are written before there is a cluster, and edited as people may: shard 5 fails.
    let all = || {
        lab([
            "submit", file, "--to", "slurm", "--shards", "16", "--out", out, "--run", to,
        ])
    };
    let mut elsewhere = all();
    elsewhere.env("PATH", "/nowhere");
    refused(elsewhere, 1);
    let script = parts.join("shard.sh");
    let written = fs::read_to_string(&script).unwrap();
    let fails = "if [ $SLURM_ARRAY_TASK_ID = 5 ]; then exit 1; fi\nexec ";
    fs::write(&script, written.replace("exec ", fails)).unwrap();
    let said = refused(cluster.inside(all()), 2);
    assert!(
        said.contains("is not what this command would write"),
        "{said}"
    );
    let missing = || lab(["submit", file, "--to", "slurm", "--missing", "--out", out]);
    let said = printed(cluster.inside(missing()));
    assert!(said.starts_with("shards 0-15 of 16 in "), "{said}");
    cluster.wait();
    let looked = output(lab(["status", out, "--missing"]));
    assert_eq!(looked.stdout, b"5\n");
    told(&looked, 1);
    assert!(!run.exists());
    let said = logs(&parts);
    assert!(
        said.contains("kaesu: 1 of 16 shards are missing: 5"),
        "{said}"
    );

    fs::write(&script, written).unwrap();
    let said = printed(cluster.inside(missing()));
    assert!(said.starts_with("shards 5 of 16 in "), "{said}");
    cluster.wait();
    assert_eq!(results(&run), results(&one));
    waves(&cluster, folder.path(), &path);
}

/// A node is lost in the middle of a shard, with all that runs on it: Slurm puts its task into the queue again, and
/// another node takes over what was done. It takes two and a half minutes until Slurm has it made, so it is a campaign.
#[test]
fn a_node_that_dies_is_noticed_and_its_shard_made_elsewhere() {
    if std::env::var_os("KAESU_CAMPAIGN").is_none() {
        return;
    }
    // Slurm's own patience is five minutes.
    let Some(mut cluster) = Cluster::start("SlurmdTimeout=10\n") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = experiment(folder.path(), 400_000);
    let [one, parts, run] = ["one", "parts", "run"].map(|name| folder.path().join(name));
    on_one_machine(&path, &one);
    let (file, out, to) = (text(&path), text(&parts), text(&run));
    let submit = lab([
        "submit",
        file,
        "--to",
        "slurm",
        "--shards",
        "2",
        "--out",
        out,
        "--run",
        to,
        "--option",
        "--nodes=1",
        "--option",
        "--exclusive",
    ]);
    printed(cluster.inside(submit));
    let node = wait_for("shard 1 is made", 60, || cluster.node_of(1));
    wait_for("it has lines", 60, || {
        let mut files = fs::read_dir(&parts).unwrap().flatten();
        files.find(|file| {
            let name = file.file_name();
            name.to_str().is_some_and(|name| name.starts_with("try-1-"))
                && file.metadata().is_ok_and(|file| file.len() > 100_000)
        })
    });
    let start = Instant::now();
    // The machine is gone: its daemon, the steps it has started, and the shard.
    let which = if node == "n1" { 1 } else { 2 };
    cluster.processes[which].kill().unwrap();
    cluster.processes[which].wait().unwrap();
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        if command.contains(out) && command.contains("--shard 1/2") {
            // Whoever watches over it goes first, or it would still tell of a failure.
            let status = fs::read_to_string(process.path().join("status")).unwrap();
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            let parent = parent.unwrap().trim().to_owned();
            let pid = process.file_name().into_string().unwrap();
            let _ = Command::new("kill").args(["-9", &parent, &pid]).status();
        }
    }
    wait_for("its shard is made elsewhere", 300, || {
        cluster.node_of(1).filter(|now| *now != node)
    });
    let noticed = start.elapsed().as_secs();
    cluster.wait();
    println!("noticed after {noticed} s");
    assert_eq!(results(&run), results(&one));
}

/// Returns all that the jobs of a folder have said.
fn logs(parts: &Path) -> String {
    let logs = fs::read_dir(parts.join("log")).unwrap().flatten();
    logs.map(|log| fs::read_to_string(log.path()).unwrap())
        .collect()
}

/// With a stopping rule, shards come in waves until it decides; a wave that fails is not submitted again and again.
fn waves(cluster: &Cluster, folder: &Path, path: &Path) {
    let [one, parts, run] = ["one2", "parts2", "run2"].map(|name| folder.join(name));
    let mut rule = fs::read_to_string(path).unwrap();
    rule += "[stop]\nelo = [0, 100]\n";
    fs::write(path, rule).unwrap();
    on_one_machine(path, &one);
    let (file, out, to) = (text(path), text(&parts), text(&run));
    let mut elsewhere = lab([
        "submit", file, "--to", "slurm", "--shards", "80", "--wave", "3", "--out", out, "--run", to,
    ]);
    elsewhere.env("PATH", "/nowhere");
    refused(elsewhere, 1);
    let script = parts.join("shard.sh");
    let written = fs::read_to_string(&script).unwrap();
    let fails = "if [ $SLURM_ARRAY_TASK_ID -ge 3 ]; then exit 1; fi\nexec ";
    fs::write(&script, written.replace("exec ", fails)).unwrap();
    let missing = || {
        cluster.inside(lab([
            "submit",
            file,
            "--to",
            "slurm",
            "--missing",
            "--wave",
            "3",
            "--out",
            out,
        ]))
    };
    printed(missing());
    let told = wait_for("the second wave has failed", 120, || {
        let said = logs(&parts);
        said.contains("shards are missing").then_some(said)
    });
    assert!(told.contains("3 of 80 shards are missing: 3-5"), "{told}");
    cluster.wait();
    let waves = fs::read_to_string(parts.join("jobs.txt")).unwrap();
    assert_eq!(waves.lines().count(), 2, "{waves}");

    fs::write(&script, written).unwrap();
    printed(missing());
    wait_for("the rule decides", 300, || {
        run.join("index.json").exists().then_some(())
    });
    cluster.wait();
    assert_eq!(results(&run), results(&one));
    let made = fs::read_dir(&parts).unwrap().flatten();
    let made = made.filter(|entry| entry.file_name().to_str().unwrap().starts_with("part-"));
    let made = made.count();
    assert!(
        made > 3 && made < 40 && made % 3 == 0,
        "{made} of 80 shards"
    );
    // From then on nobody wants more.
    let said = printed(lab(["status", out]));
    assert!(said.contains("no more shards are wanted"), "{said}");
    assert_eq!(printed(lab(["status", out, "--missing"])), "\n");
    let said = printed(missing());
    assert!(
        said.starts_with("the stopping rule has decided") && !said.contains("shards"),
        "{said}"
    );
    cluster.wait();
}
