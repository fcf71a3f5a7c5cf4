#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/graphs.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "report/fitted_table.h"
#include "report/machine/machine_text.h"

namespace treering::report::machine {
namespace connections {
namespace {

using core::Align;
using sim::nccl::connections::Connection;

/// Connections that differ in nothing but the channel.
struct Bundle {
  Connection first;
  std::vector<int> channels;
};

/// In the order of ranks. \param all in the order of channels
std::vector<Bundle> bundles_of(std::span<const Connection> all) {
  std::vector<Connection> sorted(all.begin(), all.end());
  std::ranges::stable_sort(sorted, [](const Connection& a, const Connection& b) {
    return std::tie(a.from, a.to, a.index) < std::tie(b.from, b.to, b.index);
  });
  std::vector<Bundle> bundles;
  std::size_t first_of_pair = 0;
  for (const Connection& one : sorted) {
    const bool is_new = bundles.empty() || bundles.back().first.from != one.from ||
                        bundles.back().first.to != one.to;
    if (is_new) first_of_pair = bundles.size();
    const auto alike = std::find_if(bundles.begin() + static_cast<std::ptrdiff_t>(first_of_pair),
                                    bundles.end(), [&](const Bundle& bundle) {
                                      Connection same = one;
                                      same.channel = bundle.first.channel;
                                      return same == bundle.first;
                                    });
    if (alike == bundles.end()) {
      bundles.push_back({one, {one.channel}});
    } else {
      alike->channels.push_back(one.channel);
    }
  }
  return bundles;
}

/// "3"; "network" for one that reduces.
std::string rank_text(int rank, int ranks) {
  return rank == ranks ? "network" : fmt::format("{}", rank);
}

std::string net_text(std::int64_t net) {
  return net < 0 ? "-" : fmt::format("NET/{}", net);
}

/// "on"; "on/off" where it differs between sending and receiving.
std::string gpu_direct_text(const Connection& one) {
  if (one.net < 0 && one.to_net < 0) return "-";
  const std::string sends(name_of(one.gpu_direct));
  if (one.net >= 0 && one.to_net >= 0 && one.gpu_direct != one.to_gpu_direct) {
    return fmt::format("{}/{}", sends, name_of(one.to_gpu_direct));
  }
  return one.net >= 0 ? sends : std::string(name_of(one.to_gpu_direct));
}

std::string table_of(std::span<const Connection> all, int ranks, std::size_t width) {
  FittedTable table({{{"from", Align::Right}},
                     {{"to", Align::Right}},
                     {{"channels", Align::Left}},
                     {{"over", Align::Left}},
                     {{"leaves by", Align::Left}},
                     {{"proxy", Align::Right}},
                     {{"arrives by", Align::Left}, 1},
                     {{"GPUDirect", Align::Left}, 3},
                     {{"for", Align::Left}, 2}});
  for (const Bundle& bundle : bundles_of(all)) {
    const Connection& one = bundle.first;
    const auto users = app::setup::users_of(one);
    table.add_row({rank_text(one.from, ranks), rank_text(one.to, ranks),
                   core::number_ranges(bundle.channels), std::string(name_of(one.transport)),
                   net_text(one.net), one.proxy < 0 ? "-" : fmt::format("{}", one.proxy),
                   net_text(one.to_net), gpu_direct_text(one),
                   users.empty() ? "-" : fmt::format("{}", fmt::join(users, ", "))});
  }
  return fitted_text(std::move(table), width);
}

std::string title(const std::string& text, std::size_t width) {
  return "\n" + core::wrapped(text, width, 0) + "\n";
}

std::string left_out(const char* what, int most, std::size_t width) {
  return title(fmt::format("{} are left out, as above {} ranks.", what, most), width);
}

std::string collectives_text(const app::MachineConnections& shown, std::size_t width) {
  if (shown.ranks > app::kMostRanksShown) {
    return left_out("Connections of collectives", app::kMostRanksShown, width);
  }
  std::vector<std::string_view> names;
  for (const auto algorithm : shown.algorithms) names.push_back(name_of(algorithm));
  const std::string heading = fmt::format(
      "Connections of collectives, which take {}: from rank to rank; the rank whose proxy sends "
      "(PXN), if not the sender's own",
      names.empty() ? "no algorithm" : fmt::format("{}", fmt::join(names, ", ")));
  if (shown.collectives.empty()) return title(heading + ". There are none.", width);
  return title(heading, width) + table_of(shown.collectives, shown.ranks, width);
}

std::string pairs_text(const app::MachineConnections& shown, std::size_t width) {
  if (shown.ranks > app::kMostRanksInPairs) {
    return left_out("Connections of messages between pairs", app::kMostRanksInPairs, width);
  }
  const std::string heading =
      fmt::format("Connections of messages between pairs: {} of {} channels for each",
                  shown.pair_channels.per_peer, shown.pair_channels.channels);
  return title(heading, width) + table_of(shown.pairs, shown.ranks, width);
}

}  // namespace
}  // namespace connections

std::string connections_text(const app::MachineReport& report, std::size_t width) {
  const app::MachineConnections& shown = *report.connections;
  if (shown.ranks == 1) return "\nA single rank has no connections.\n";
  return connections::collectives_text(shown, width) + connections::pairs_text(shown, width);
}

}  // namespace treering::report::machine
