//! The page's files, which are part of the program.

use axum::body::Body;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};

/// What the build script has put together: the built page, or a placeholder.
static FILES: Dir<'_> = include_dir!("$OUT_DIR/page");

/// Returns a file of the page, or the page itself for the addresses it routes.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let known = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, known).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    match FILES.get_file(path) {
        Some(file) if path != "index.html" => answer(path, file),
        // A file that is asked for by name and does not exist is an error, not the page.
        None if path
            .rsplit('/')
            .next()
            .is_some_and(|name| name.contains('.')) =>
        {
            StatusCode::NOT_FOUND.into_response()
        }
        _ => FILES.get_file("index.html").map_or_else(
            || StatusCode::NOT_FOUND.into_response(),
            |file| answer("index.html", file),
        ),
    }
}

/// Returns the response for a file. The names of assets carry a hash of their content, so that they
/// never change.
fn answer(path: &str, file: &'static File<'_>) -> Response {
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = HeaderValue::from_static(kind(path));
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
    ];
    (headers, Body::from(file.contents())).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
