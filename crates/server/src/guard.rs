//! Which requests are accepted: those of the page's own origin, at a limited rate.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::addresses::household;
use crate::api::MOST_RECORD_BYTES;
use crate::config::Config;
use crate::error::ApiError;
use crate::limit::Limit;

/// The burst allowed for each request a second.
const BURST: u32 = 10;
/// How many files of the page may be asked for where one question may: a page has some, and a class opens it at once.
const FILES: u32 = 5;

/// What requests have to pass.
pub(crate) struct Gate {
    config: Config,
    questions: Limit,
    files: Limit,
}

/// Returns a limit of so many a second; none for 0.
fn each_second(rate: u32) -> Limit {
    Limit::new(
        Duration::from_secs(1).checked_div(rate),
        rate.saturating_mul(BURST),
    )
}

impl Gate {
    pub(crate) fn new(config: Config) -> Self {
        Self {
            questions: each_second(config.rate),
            files: each_second(config.rate.saturating_mul(FILES)),
            config,
        }
    }

    /// Reports whether an address may ask for this now.
    fn allows(&self, address: IpAddr, path: &str) -> bool {
        let limit = if path.starts_with("/api") {
            &self.questions
        } else {
            &self.files
        };
        limit.take(address, 1)
    }

    /// Returns where a request comes from.
    pub(crate) fn origin(&self, headers: &HeaderMap, from: SocketAddr) -> IpAddr {
        origin_of(headers, self.config.behind_proxy, from.ip())
    }
}

/// Refuses what comes too fast, too slowly or from another page.
pub(crate) async fn check(
    State(gate): State<Arc<Gate>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let (config, headers) = (&gate.config, request.headers());
    if !gate.allows(gate.origin(headers, from), request.uri().path()) {
        return ApiError::TooMany.into_response();
    }
    if !is_own_host(config, headers) {
        return ApiError::ForeignHost.into_response();
    }
    let socket = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_own_origin(headers, socket) || (changes && is_foreign_form(headers)) {
        return ApiError::ForeignOrigin.into_response();
    }
    // Whoever sends it letter by letter is not waited for; an answer may need its time.
    let (head, body) = request.into_parts();
    let whole = to_bytes(body, MOST_RECORD_BYTES);
    let refused = match tokio::time::timeout(config.patience, whole).await {
        Ok(Ok(body)) => return next.run(Request::from_parts(head, body.into())).await,
        Ok(Err(error)) if is_broken(&error) => {
            ApiError::Malformed("the body of the request cannot be read".to_owned())
        }
        Ok(Err(_)) => ApiError::TooLarge,
        Err(_) => ApiError::TooSlow,
    };
    // What is still to come is not waited for either.
    ([(header::CONNECTION, "close")], refused).into_response()
}

/// Reports whether a body broke off or makes no sense; otherwise it was longer than anything that is read.
fn is_broken(error: &axum::Error) -> bool {
    let mut cause = error.source();
    while let Some(found) = cause {
        if found.is::<hyper::Error>() {
            return true;
        }
        cause = found.source();
    }
    false
}

/// Returns where a request comes from: the last station before a proxy that is known to be there.
/// Whatever a client writes before that is its own word.
fn origin_of(headers: &HeaderMap, behind_proxy: bool, from: IpAddr) -> IpAddr {
    let forwarded = || {
        let values = headers.get_all("x-forwarded-for");
        let last = values.iter().next_back()?.to_str().ok()?;
        address(last.rsplit(',').next()?.trim())
    };
    household(behind_proxy.then(forwarded).flatten().unwrap_or(from))
}

/// Reads an address as proxies write it: alone, in brackets, or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let alone = bare.parse().ok();
    alone.or_else(|| {
        text.parse()
            .ok()
            .map(|with_port: SocketAddr| with_port.ip())
    })
}

/// Only this machine's names and addresses are accepted: another site's name that points here is an
/// attack. An address cannot be made to point elsewhere.
fn is_own_host(config: &Config, headers: &HeaderMap) -> bool {
    let Some(host) = text(headers, header::HOST.as_str()) else {
        return false;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is = |own: &str| name.eq_ignore_ascii_case(own);
    if is("localhost") || config.names.iter().any(|own| is(own)) {
        return true;
    }
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || !config.is_loopback(),
        Err(_) => !config.is_loopback() && own_names().iter().any(|own| is(own)),
    }
}

/// Returns what the machine calls itself, and what it is called on networks without a server of names.
fn own_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        #[cfg(unix)]
        {
            let system = rustix::system::uname();
            let name = system.nodename().to_string_lossy().into_owned();
            vec![format!("{name}.local"), name]
        }
        #[cfg(not(unix))]
        std::env::var("COMPUTERNAME").into_iter().collect()
    })
}

/// Returns the page's own origin; a browser always sends one with a WebSocket.
fn is_own_origin(headers: &HeaderMap, needed: bool) -> bool {
    let Some(origin) = text(headers, header::ORIGIN.as_str()) else {
        return !needed;
    };
    let host = text(headers, header::HOST.as_str());
    let own = origin.split_once("://").map(|(_, rest)| rest);
    own.is_some() && own == host
}

/// Browsers report when another site is the origin of a request, even where they send no `Origin`.
fn is_foreign_form(headers: &HeaderMap) -> bool {
    text(headers, "sec-fetch-site").is_some_and(|site| site == "cross-site")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_the_own_page_may_connect() {
        let own = headers(&[("host", "127.0.0.1:80"), ("origin", "http://127.0.0.1:80")]);
        let foreign = headers(&[("host", "127.0.0.1:80"), ("origin", "http://evil.example")]);
        let opaque = headers(&[("host", "127.0.0.1:80"), ("origin", "null")]);
        let none = headers(&[("host", "127.0.0.1:80")]);
        assert!(is_own_origin(&own, true));
        assert!(!is_own_origin(&foreign, true));
        assert!(!is_own_origin(&opaque, false));
        assert!(!is_own_origin(&none, true));
        assert!(is_own_origin(&none, false));
    }

    #[test]
    fn a_foreign_name_for_this_machine_is_refused() {
        let on = |ip: [u8; 4]| Config::new((ip, 80).into(), "data.sqlite".into());
        let is_own = |config: &Config, host: &str| {
            let mut map = HeaderMap::new();
            map.insert("host", host.parse().unwrap());
            is_own_host(config, &map)
        };
        let (alone, mut open) = (on([127, 0, 0, 1]), on([0, 0, 0, 0]));
        for host in ["localhost:4173", "127.0.0.1", "[::1]:80"] {
            assert!(is_own(&alone, host) && is_own(&open, host), "{host}");
        }
        assert!(!is_own(&alone, "192.168.1.5:8364"));
        assert!(is_own(&open, "192.168.1.5:8364"));
        let own = own_names().last().expect("a machine has a name");
        assert!(is_own(&open, own) && is_own(&open, &format!("{own}.local:80")));
        for config in [&alone, &open] {
            assert!(!is_own(config, "evil.example:4173"));
            assert!(!is_own_host(config, &headers(&[])));
        }
        open.names.push("table.example".to_owned());
        assert!(is_own(&open, "Table.Example:443"));
    }

    #[test]
    fn a_forwarded_address_counts_only_behind_a_proxy() {
        let proxy = IpAddr::from([127, 0, 0, 1]);
        let claimed = headers(&[("x-forwarded-for", "198.51.100.7, 192.0.2.9")]);
        assert_eq!(origin_of(&claimed, false, proxy), proxy);
        assert_eq!(
            origin_of(&claimed, true, proxy),
            IpAddr::from([192, 0, 2, 9])
        );
        let own = |written: &'static str| {
            origin_of(&headers(&[("x-forwarded-for", written)]), true, proxy)
        };
        let whole: IpAddr = "2001:db8::1".parse().unwrap();
        for written in ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:5555"] {
            assert_eq!(own(written), household(whole), "{written}");
        }
        assert_eq!(own("7.7.7.1:5555"), IpAddr::from([7, 7, 7, 1]));
        let nonsense = headers(&[("x-forwarded-for", "nonsense")]);
        assert_eq!(origin_of(&nonsense, true, proxy), proxy);
    }

    #[test]
    fn an_address_may_ask_often_but_not_endlessly() {
        let gate = |rate| {
            let mut config = Config::new(([127, 0, 0, 1], 80).into(), "data.sqlite".into());
            config.rate = rate;
            Gate::new(config)
        };
        let asks = |gate: &Gate, from: [u8; 4], path: &str| gate.allows(from.into(), path);
        let (five, none, one) = (gate(5), gate(0), [192, 0, 2, 1]);
        let count = |path: &str| (0..1000).filter(|_| asks(&five, one, path)).count();
        assert_eq!(count("/api/info"), 50);
        // The page is there even for who asked too much, and has an end as well.
        assert_eq!(count("/assets/page.js"), 250);
        assert!(asks(&five, [192, 0, 2, 2], "/api/info"));
        assert!((0..1000).all(|_| asks(&none, one, "/api/info") && asks(&none, one, "/")));
    }
}
