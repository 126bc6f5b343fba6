//! Limits the number of connections, in all and for each client; idle connections are closed to
//! admit new ones.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use super::patience::Phases;

/// Maximum number of open connections.
pub(super) const CONNECTIONS: usize = 64;
/// Maximum number of open connections of one client.
const SHARE: usize = 32;

/// The places for connections.
#[derive(Default)]
pub(super) struct Places(Mutex<Taken>);

#[derive(Default)]
struct Taken {
    /// The number of the newest connection; older ones have smaller numbers.
    last: u64,
    by_client: HashMap<IpAddr, Vec<Taker>>,
}

/// A connection with a place.
struct Taker {
    number: u64,
    phases: Arc<Phases>,
    leave: Arc<Notify>,
}

/// A place for a connection, released on drop.
pub(super) struct Place {
    places: Arc<Places>,
    client: IpAddr,
    number: u64,
    /// Notified when the connection must be closed to admit another.
    pub(super) leave: Arc<Notify>,
}

impl Places {
    /// Takes a place for a connection from this address. If the client's places are all taken, its
    /// oldest connection that waits for a request is closed; if all places are taken, that of the
    /// client with most connections. `None` if every such connection is being answered.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr, phases: &Arc<Phases>) -> Option<Place> {
        let client = client_of(address);
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_client = taken.by_client.get(&client).map_or(0, Vec::len);
        let all: usize = taken.by_client.values().map(Vec::len).sum();
        if of_client >= SHARE {
            taken.make_way(client)?;
        } else if all >= CONNECTIONS {
            let greatest = taken.by_client.iter().max_by_key(|(_, takers)| takers.len())?;
            let greatest = *greatest.0;
            taken.make_way(greatest)?;
        }
        taken.last += 1;
        let (number, leave) = (taken.last, Arc::<Notify>::default());
        let taker = Taker { number, phases: Arc::clone(phases), leave: Arc::clone(&leave) };
        taken.by_client.entry(client).or_default().push(taker);
        Some(Place { places: Arc::clone(self), client, number, leave })
    }

    /// True when there are no connections.
    pub(super) fn are_free(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).by_client.is_empty()
    }
}

impl Taken {
    /// Closes the oldest connection of a client that is not being answered.
    fn make_way(&mut self, client: IpAddr) -> Option<()> {
        let takers = self.by_client.get_mut(&client)?;
        let oldest = takers.iter().position(|taker| taker.phases.is_waiting())?;
        takers.remove(oldest).leave.notify_one();
        Some(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(takers) = taken.by_client.get_mut(&self.client) {
            takers.retain(|taker| taker.number != self.number);
            if takers.is_empty() {
                taken.by_client.remove(&self.client);
            }
        }
    }
}

/// Identifies a client: IPv6 addresses with the same first half (/64) are one client.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_client_has_its_share_and_waiting_connections_are_closed_for_new_ones() {
        let places = Arc::new(Places::default());
        let (waiting, answering) = (Arc::<Phases>::default(), Arc::<Phases>::default());
        answering.answering();
        let slow = address("10.0.0.1");
        let mut held = vec![places.take(slow, &waiting).unwrap()];
        held.extend((1..SHARE).map(|_| places.take(slow, &answering).unwrap()));
        held.push(places.take(slow, &answering).expect("the waiting one is closed"));
        assert!(places.take(slow, &answering).is_none(), "all are being answered");
        // Others have the rest, and then displace the client with most connections.
        let other = address("2001:db8::1");
        held.extend((SHARE..CONNECTIONS).map(|_| places.take(other, &waiting).unwrap()));
        assert!(places.take(address("2001:db8::2"), &waiting).is_some(), "the same client, one waits");
        let others: usize = places.0.lock().unwrap().by_client.values().map(Vec::len).sum();
        assert_eq!(others, CONNECTIONS - 1);
        held.clear();
        assert!(places.are_free());
    }
}
