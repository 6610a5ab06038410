//! Which requests are accepted: those of the page's own origin, at a limited rate.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::error::ApiError;
use crate::hub::Hub;

/// How often each address may ask.
pub(crate) struct Rates {
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

/// The burst allowed for each request a second.
const BURST: u32 = 10;
/// Addresses are forgotten when there are more than this.
const REMEMBERED: usize = 10_000;

impl Rates {
    /// Creates a guard that allows this many requests a second; 0 for no limit.
    pub(crate) fn new(rate: u32) -> Self {
        let requests = NonZeroU32::new(rate).map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
            DefaultKeyedRateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        Self { requests }
    }

    fn allow(&self, address: IpAddr) -> bool {
        let Some(requests) = &self.requests else {
            return true;
        };
        if requests.len() > REMEMBERED {
            requests.retain_recent();
        }
        requests.check_key(&address).is_ok()
    }
}

/// Refuses what comes too fast or from another page.
pub(crate) async fn check(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if !hub.rates().allow(from.ip()) {
        return ApiError::TooMany.into_response();
    }
    let headers = request.headers();
    let socket = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_own_host(hub.config().is_loopback(), headers)
        || !is_own_origin(headers, socket)
        || (changes && is_foreign_form(headers))
    {
        return ApiError::ForeignOrigin.into_response();
    }
    next.run(request).await
}

/// On loopback only names of this machine are accepted: another site's name that points here is an
/// attack.
fn is_own_host(loopback: bool, headers: &HeaderMap) -> bool {
    let Some(host) = text(headers, header::HOST.as_str()) else {
        return false;
    };
    if !loopback {
        return true;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
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
    fn on_loopback_a_foreign_name_for_this_machine_is_refused() {
        for host in ["localhost:4173", "127.0.0.1", "[::1]:80"] {
            let mut map = HeaderMap::new();
            map.insert("host", host.parse().unwrap());
            assert!(is_own_host(true, &map), "{host}");
        }
        assert!(!is_own_host(
            true,
            &headers(&[("host", "evil.example:4173")])
        ));
        assert!(is_own_host(
            false,
            &headers(&[("host", "table.local:4173")])
        ));
        assert!(!is_own_host(true, &headers(&[])));
    }

    #[test]
    fn an_address_may_ask_often_but_not_endlessly() {
        let rates = Rates::new(5);
        let address = IpAddr::from([192, 0, 2, 1]);
        assert_eq!((0..100).filter(|_| rates.allow(address)).count(), 50);
        assert!(rates.allow(IpAddr::from([192, 0, 2, 2])));
        assert!((0..100).all(|_| Rates::new(0).allow(address)));
    }
}
