#include "hw/formats/nccl_log/plan_lines.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

/// 7 of "7[0]", and of "7".
std::optional<int> rank_of(std::string_view word) {
  return core::whole_number<int>(word.substr(0, word.find('[')));
}

/// "[send]" and "[receive]" stand before "via" where the network carries the data; a way may have
/// blanks: "P2P/direct pointer".
std::optional<LoggedConnection> connection_in(std::string_view text) {
  constexpr std::size_t kLeast = 8;  // Channel 00/0 : 0[0] -> 1[1] via P2P
  const auto words = nvidia_smi::smi_words(text);
  if (words.size() < kLeast || words[0] != "Channel" || words[2] != ":" || words[4] != "->") {
    return {};
  }
  constexpr std::string_view kVia = " via ";
  const std::size_t via = text.find(kVia);
  if (via == kNone) return {};
  const std::size_t slash = words[1].find('/');
  const auto channel = core::whole_number<int>(words[1].substr(0, slash));
  const auto index =
      slash == kNone ? std::optional(0) : core::whole_number<int>(words[1].substr(slash + 1));
  const auto from = rank_of(words[3]);
  const auto to = rank_of(words[5]);
  if (!channel || !index || !from || !to) return {};
  LoggedConnection one{*channel, *index, *from, *to, {}, {}};
  std::string& way = has(text, " [receive] ") ? one.received_via : one.via;
  way = core::trimmed(text.substr(via + kVia.size()));
  return one;
}

}  // namespace

void PlanReader::take(const Line& line) {
  channels_.take(line);
  auto one = line.level == Level::Info ? connection_in(line.text) : std::nullopt;
  if (!one) return;
  const auto [place, is_new] =
      known_.try_emplace({one->channel, one->index, one->from, one->to}, connections_.size());
  if (is_new) return connections_.push_back(*std::move(one));
  LoggedConnection& same = connections_[place->second];
  if (same.via.empty()) same.via = std::move(one->via);
  if (same.received_via.empty()) same.received_via = std::move(one->received_via);
}

PlanLines PlanReader::finish() && {
  return {std::move(channels_).finish(), std::move(connections_)};
}

}  // namespace treering::hw::formats::nccl_log
