//! The corpus of the fuzz target for messages of clients, and a thousand texts made from it, through the function the target calls.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use kaesu_server::protocol::socket::Request;

#[test]
fn messages_are_read_or_refused() {
    let texts = mutate::corpus("message");
    let read = texts
        .iter()
        .filter(|text| Request::check(&String::from_utf8_lossy(text)));
    let read = read.count();
    assert!(
        read >= 6 && read < texts.len(),
        "{read} of {} texts",
        texts.len()
    );
    assert!(mutate::mutate("message", Request::check) > 0);
}
