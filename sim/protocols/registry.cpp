#include "sim/protocols/registry.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/named_values.h"

namespace treering::sim::protocols {

namespace {

constexpr std::array kEntries{
#define PROTOCOL(id, title) Entry{#id, title, id##_rules},
#include "sim/protocols/protocols.def"
#undef PROTOCOL
};

}  // namespace

std::string usable_everywhere(const nccl::communicator::CommunicatorView& /*comm*/,
                              const nccl::ChannelGraph& /*graph*/) {
  return {};
}

std::span<const Entry> all() {
  return kEntries;
}

const Entry& entry_of(nccl::Protocol protocol) {
  return kEntries.at(static_cast<std::size_t>(protocol));
}

const Entry* find(std::string_view name) {
  const auto* entry = std::find_if(kEntries.begin(), kEntries.end(), [name](const Entry& e) {
    return core::is_same_name(name, e.id) || core::is_same_name(name, e.name());
  });
  return entry == kEntries.end() ? nullptr : entry;
}

}  // namespace treering::sim::protocols
