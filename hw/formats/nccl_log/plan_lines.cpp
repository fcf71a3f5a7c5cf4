#include "hw/formats/nccl_log/plan_lines.h"

#include <optional>
#include <utility>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

/// 7 of "7[0]", and of "7".
std::optional<int> rank_of(std::string_view word) {
  return core::whole_number<int>(word.substr(0, word.find('[')));
}

}  // namespace

/// A way may have blanks: "P2P/direct pointer".
void PlanReader::take_connection(const Connection& connection) {
  const std::size_t slash = connection.channel.find('/');
  const auto channel = core::whole_number<int>(connection.channel.substr(0, slash));
  const auto index = slash == kNone ? std::optional(0)
                                    : core::whole_number<int>(connection.channel.substr(slash + 1));
  const auto from = rank_of(connection.from);
  const auto to = rank_of(connection.to);
  if (!channel || !index || !from || !to) return;
  const auto [place, is_new] =
      known_.try_emplace({*channel, *index, *from, *to}, connections_.size());
  if (is_new) connections_.push_back({*channel, *index, *from, *to, {}, {}});
  LoggedConnection& one = connections_[place->second];
  std::string& way = connection.is_received ? one.received_via : one.via;
  if (way.empty()) way = connection.way;
}

PlanLines PlanReader::finish() && {
  return {std::move(channels_).finish(), std::move(connections_)};
}

}  // namespace treering::hw::formats::nccl_log
