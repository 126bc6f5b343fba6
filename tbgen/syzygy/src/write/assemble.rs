//! Assembles a table file from its sub-tables.

use ending::{Material, narrow};

use super::blocks::Blocks;
use super::huffman::Coded;
use super::order::Order;
use super::pairs::Node;
use crate::checksum::checksum;
use crate::format::{ALIGNMENT, DTZ_LISTS, Kind, LEAF, flag, sides, type_byte};

/// One sub-table, ready to be written.
pub(super) struct Image {
    pub(super) flags: u8,
    pub(super) order: Order,
    pub(super) body: Body,
    /// Written if the flags require it.
    pub(super) map: [Vec<u16>; DTZ_LISTS],
}

/// The values of a sub-table.
pub(super) enum Body {
    /// One value; written in WDL files only.
    Single(u8),
    Packed(Box<Coded>, Blocks),
}

/// The bytes of a file with these sub-tables, leading file outer, side inner.
pub(super) fn assemble(material: Material, kind: Kind, images: &[Image]) -> Vec<u8> {
    let mut bytes = kind.magic().to_vec();
    bytes.push(type_byte(material));
    for sub_tables in images.chunks(sides(material, kind)) {
        push_orders(&mut bytes, material, kind, sub_tables);
    }
    align(&mut bytes, 2);
    for image in images {
        push_header(&mut bytes, kind, image);
        align(&mut bytes, 2);
    }
    if kind == Kind::Dtz {
        for image in images.iter().filter(|i| i.flags & flag::MAPPED != 0) {
            push_map(&mut bytes, image);
        }
        align(&mut bytes, 2);
    }
    let packed = || {
        images.iter().filter_map(|i| if let Body::Packed(_, blocks) = &i.body { Some(blocks) } else { None })
    };
    for (block, offset) in packed().flat_map(|b| &b.sparse) {
        bytes.extend(block.to_le_bytes());
        bytes.extend(offset.to_le_bytes());
    }
    bytes.extend(packed().flat_map(|b| &b.lengths).flat_map(|l| l.to_le_bytes()));
    align(&mut bytes, ALIGNMENT);
    for blocks in packed() {
        bytes.extend_from_slice(&blocks.data);
        align(&mut bytes, ALIGNMENT);
    }
    let hash = checksum(&bytes);
    bytes.extend(hash);
    bytes
}

fn align(bytes: &mut Vec<u8>, alignment: usize) {
    bytes.resize(bytes.len().next_multiple_of(alignment), 0);
}

/// Slots and men of one leading file: side 0 in the low nibbles, side 1 in the high ones.
fn push_orders(bytes: &mut Vec<u8>, material: Material, kind: Kind, sub_tables: &[Image]) {
    let low = &sub_tables[0].order;
    // In WDL files, a symmetric table repeats its only side.
    let high = match (kind, sub_tables.get(1)) {
        (Kind::Dtz, _) => None,
        (Kind::Wdl | Kind::Dtm, other) => Some(&other.unwrap_or(&sub_tables[0]).order),
    };
    let both = |nibble: &dyn Fn(&Order) -> u8| nibble(low) | high.map_or(0, |order| nibble(order) << 4);
    bytes.push(both(&|order| order.first_slot));
    let both_pawns = ending::Color::ALL.into_iter().all(|c| material.count(c, ending::Piece::Pawn) > 0);
    if both_pawns {
        bytes.push(both(&|order| order.second_slot));
    }
    for man in 0..material.men() {
        bytes.push(both(&|order| order.layout.codes()[man]));
    }
}

fn push_header(bytes: &mut Vec<u8>, kind: Kind, image: &Image) {
    bytes.push(image.flags);
    let (coded, blocks) = match &image.body {
        Body::Packed(coded, blocks) => (coded, blocks),
        Body::Single(value) => {
            if kind == Kind::Wdl {
                bytes.push(*value);
            }
            return;
        }
    };
    let padding = blocks.lengths.len() - blocks.count as usize;
    bytes.extend([blocks.block_bits, blocks.span_bits, narrow(padding)]);
    bytes.extend(blocks.count.to_le_bytes());
    bytes.extend([coded.min_length + narrow::<_, u8>(coded.first.len()) - 1, coded.min_length]);
    bytes.extend(coded.first.iter().flat_map(|f| f.to_le_bytes()));
    bytes.extend(narrow::<_, u16>(coded.nodes.len()).to_le_bytes());
    for node in &coded.nodes {
        let (left, right) = match *node {
            Node::Leaf(value) => (value, LEAF),
            Node::Pair(left, right) => (left, right),
        };
        // Twelve bits each.
        let [low, middle, high, _] = (u32::from(left) | u32::from(right) << 12).to_le_bytes();
        bytes.extend([low, middle, high]);
    }
}

fn push_map(bytes: &mut Vec<u8>, image: &Image) {
    let wide = image.flags & flag::WIDE != 0;
    if wide {
        align(bytes, 2);
    }
    for list in &image.map {
        for number in std::iter::once(narrow(list.len())).chain(list.iter().copied()) {
            let [low, high] = number.to_le_bytes();
            bytes.push(low);
            if wide {
                bytes.push(high);
            }
        }
    }
}
