#include "hw/formats/nccl_log/channels.h"

#include <algorithm>
#include <optional>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// NCCL has at most 64 (MAXCHANNELS, 2.28 src/include/device.h).
constexpr int kMostChannels = 64;

std::optional<int> channel_number(std::string_view text) {
  const auto number = core::whole_number<int>(text);
  return number && *number >= 0 && *number < kMostChannels ? number : std::nullopt;
}

std::optional<int> channel_count(std::string_view text) {
  const auto number = core::whole_number<int>(text);
  return number && *number >= 0 && *number <= kMostChannels ? number : std::nullopt;
}

/// "1/8/-1->0->-1", which stands for a rank in its tree.
std::optional<std::pair<int, core::TreeLinks>> parse_place(std::string_view text) {
  // Until 2.7 the way up follows after a bar; it says the same.
  text = text.substr(0, text.find('|'));
  const std::size_t first = text.find("->");
  const std::size_t second = first == kNone ? kNone : text.find("->", first + 2);
  if (second == kNone) return {};
  const auto rank = core::whole_number<int>(text.substr(first + 2, second - first - 2));
  const auto parent = core::whole_number<int>(text.substr(second + 2));
  if (!rank || !parent) return {};
  core::TreeLinks place{.up = *parent};
  std::string_view children = text.substr(0, first);
  for (int& child : place.down) {
    const std::size_t slash = children.find('/');
    child = core::whole_number<int>(children.substr(0, slash)).value_or(-1);
    if (slash == kNone) break;
    children.remove_prefix(slash + 1);
  }
  return std::pair(*rank, place);
}

}  // namespace

void ChannelReader::take(const Line& line) {
  if (line.level != Level::Info) return;
  const bool is_connection = line.text.find("->") != kNone;
  if (line.text.starts_with("Channel ") && !is_connection) return take_ring(line);
  if (line.text.starts_with("Ring ") && is_connection) return take_neighbours(line.text);
  if (line.text.starts_with("Trees [")) return take_trees(line.text);
  if (line.text.starts_with("NVLS Head ")) return take_head(line.text);
  take_counts(line.text);
}

/// "24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p channels, ..." (2.28
/// src/init.cc, initTransportsRank).
void ChannelReader::take_counts(std::string_view text) {
  constexpr std::string_view kColl = " coll channels, ";
  constexpr std::string_view kNvls = " nvls channels";
  const std::size_t coll = text.find(kColl);
  if (coll == kNone || found_.coll) return;
  found_.coll = channel_count(text.substr(0, coll));
  const std::size_t nvls = text.find(kNvls);
  if (nvls == kNone) return;
  const std::string_view before = text.substr(0, nvls);
  found_.nvls = channel_count(before.substr(before.rfind(' ') + 1));
}

/// "NVLS Head  0:  0  8": by head the ranks of all nodes (2.28 src/graph/connect.cc).
void ChannelReader::take_head(std::string_view text) {
  constexpr std::string_view kHead = "NVLS Head ";
  const std::string_view number = core::trimmed(text.substr(kHead.size()));
  const auto head = channel_number(number.substr(0, number.find(':')));
  if (head) found_.nvls_heads = std::max(found_.nvls_heads, *head + 1);
}

/// "Ring 00 : 3 -> 0 -> 1": the rank before, the own one and the next (2.28 src/init.cc).
void ChannelReader::take_neighbours(std::string_view text) {
  const auto words = nvidia_smi::smi_words(text);
  constexpr int kMostRank = 1 << 20;
  for (std::size_t i = 3; i < words.size(); i += 2) {
    const auto rank = core::whole_number<int>(words[i]);
    const bool is_own = words[i - 1] == (i == 3 ? ":" : "->");
    if (!rank || !is_own || *rank < 0 || *rank > kMostRank) return;
    found_.highest_neighbour = std::max(found_.highest_neighbour, *rank);
  }
}

/// "Channel 00/16 :    0   7   6", until 2.6 "Channel 00 :".
void ChannelReader::take_ring(const Line& line) {
  const auto words = nvidia_smi::smi_words(line.text);
  if (words.size() < 4 || words[2] != ":") return;
  const std::size_t slash = words[1].find('/');
  const auto channel = channel_number(words[1].substr(0, slash));
  if (!channel) return;
  std::vector<int> ring;
  for (std::size_t i = 3; i < words.size(); ++i) {
    const auto rank = core::whole_number<int>(words[i]);
    if (!rank) return;
    ring.push_back(*rank);
  }
  if (ring.size() > ranks_) {
    ranks_ = ring.size();
    found_.rings.clear();
    found_.line = line.number;
    found_.channels = 0;
  }
  if (ring.size() < ranks_) return;
  const int reported =
      slash == kNone ? 0 : core::whole_number<int>(words[1].substr(slash + 1)).value_or(0);
  found_.channels = std::max({found_.channels, reported, *channel + 1});
  found_.rings.try_emplace(*channel, std::move(ring));
}

/// "Trees [0] 1/8/-1->0->-1 [1] -1/-1/-1->0->7".
void ChannelReader::take_trees(std::string_view text) {
  const auto words = nvidia_smi::smi_words(text);
  for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
    if (!words[i].starts_with('[') || !words[i].ends_with(']')) return;
    const auto channel = channel_number(words[i].substr(1, words[i].size() - 2));
    const auto place = parse_place(words[i + 1]);
    if (!channel || !place) return;
    found_.trees[*channel].try_emplace(place->first, place->second);
  }
}

}  // namespace treering::hw::formats::nccl_log
