//! Who asks: the one who started the server, or a person known by the secret its page keeps.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use store::PersonId;

use crate::error::ApiError;
use crate::hub::Hub;
use crate::token::Token;

/// What the headers of a request say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asking {
    /// The person, if the request says who asks.
    pub(crate) person: Option<PersonId>,
    /// Whether the admin token was shown.
    pub(crate) admin: bool,
}

impl Asking {
    /// Refuses all but the one who started the server.
    pub(crate) fn must_be_admin(&self) -> Result<(), ApiError> {
        self.admin.then_some(()).ok_or(ApiError::NotAdmin)
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin(pub(crate) IpAddr);

impl FromRequestParts<Arc<Hub>> for Origin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, ApiError> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let from = from.map(|ConnectInfo(from)| hub.gate().origin(&parts.headers, *from));
        from.map(Self).ok_or(ApiError::ForeignHost)
    }
}

impl FromRequestParts<Arc<Hub>> for Asking {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Infallible> {
        let header = |name: &str| parts.headers.get(name)?.to_str().ok();
        let bearer = header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        Ok(Self {
            person: header("x-person").and_then(PersonId::new),
            admin: bearer.is_some_and(|shown| *hub.admin() == Token::known(shown)),
        })
    }
}
