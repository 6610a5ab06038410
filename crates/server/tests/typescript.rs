//! The page's copy of the protocol is the server's.

#[test]
fn the_page_has_the_same_protocol() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/src/protocol/index.ts"
    );
    let now = kaesu_server::protocol::typescript();
    if std::env::var_os("KAESU_UPDATE").is_some() {
        let folder = std::path::Path::new(path).parent().unwrap();
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(path, &now).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        stored == now,
        "the protocol has changed; KAESU_UPDATE=1 cargo test -p kaesu-server --test typescript writes it"
    );
}
