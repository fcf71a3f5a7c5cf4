#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/setup/names.h"
#include "app/version.h"
#include "cli/measure/measure.h"
#include "cli/options/requests.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"

namespace treering::cli {
namespace {

constexpr int kMostRanks = 1024;  // that one machine can hold
constexpr int kMostCounted = 1'000'000;
constexpr int kMostChannels = 64;  // that any NCCL has (MAXCHANNELS)

/// The names in "ring,default"; empty where the option is not given.
core::Result<std::vector<std::string>> names_in(const Arguments& arguments,
                                                std::string_view option) {
  const auto text = arguments.value(option);
  if (!text) return std::vector<std::string>();
  auto names = app::setup::split_list(*text);
  if (std::ranges::find(names, "") == names.end()) return names;
  return core::usage_error("--" + std::string(option), "found " + core::in_quotes(*text),
                           "expected names with a comma between each two");
}

core::Result<void> read_counts(const Arguments& arguments,
                               app::measuring::MeasureRequest& request) {
  const auto read = [&](std::string_view option, int most, int& value) -> core::Result<void> {
    const auto given = count_option(arguments, option, most);
    if (!given) return core::fail(given.error());
    value = given->value_or(value);
    return {};
  };
  int samples = static_cast<int>(request.rules.stop.most);
  int seconds = static_cast<int>(request.rules.patience.in_us() / 1e6);
  int seed = 1;
  using Count = std::pair<std::string_view, int*>;
  const std::array<Count, 6> counts{{{"ranks", &request.ranks},
                                     {"launches", &request.rules.launches},
                                     {"warmups", &request.rules.warmups},
                                     {"samples", &samples},
                                     {"timeout", &seconds},
                                     {"seed", &seed}}};
  for (const auto& [option, value] : counts) {
    const int most = option == "ranks" ? kMostRanks : kMostCounted;
    if (const auto done = read(option, most, *value); !done) return core::fail(done.error());
  }
  if (arguments.value("warmups")) request.rules.least_warmup = core::Duration::from_us(0);
  auto& stop = request.rules.stop;
  stop.most = static_cast<std::size_t>(samples);
  request.rules.patience = core::Duration::from_us(seconds * 1e6);
  request.seed = static_cast<std::uint64_t>(seed);
  return {};
}

core::Result<void> read_channels(const Arguments& arguments,
                                 app::measuring::MeasureRequest& request) {
  const auto text = arguments.value("channels");
  if (!text) return {};
  request.channels.clear();
  for (const std::string& word : app::setup::split_list(*text)) {
    const auto count = core::whole_number<int>(word);
    if (!count || *count < 1 || *count > kMostChannels) {
      return core::usage_error("--channels", core::in_quotes(word),
                               fmt::format("expected numbers from 1 to {}", kMostChannels));
    }
    request.channels.push_back(*count);
  }
  return {};
}

}  // namespace

core::Result<app::measuring::MeasureRequest> measure_request(const Arguments& arguments) {
  app::measuring::MeasureRequest request;
  request.treering = app::version();
  request.runner = arguments.value("runner").value_or(request.runner);
  if (const auto names = arguments.value("collective")) {
    const auto collectives =
        app::setup::parse_collectives(*names, app::measuring::carrier_of(request.runner));
    if (!collectives) return core::fail(collectives.error());
    request.collectives = *collectives;
  }
  const auto sizes = sizes_request(arguments);
  if (!sizes) return core::fail(sizes.error());
  request.sizes = *sizes;
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  auto algorithms = names_in(arguments, "algo");
  if (!algorithms) return core::fail(algorithms.error());
  request.algorithms = *std::move(algorithms);
  request.bind = arguments.value("bind").value_or(request.bind);
  auto protocols = names_in(arguments, "proto");
  if (!protocols) return core::fail(protocols.error());
  request.protocols = *std::move(protocols);
  if (const auto done = read_channels(arguments, request); !done) return core::fail(done.error());
  request.shaped = arguments.value("shaped").value_or("");
  request.is_by_pairs = arguments.has("pairs");
  request.is_in_place = arguments.has("in-place");
  request.is_cold = arguments.has("cold");
  request.is_resumed = arguments.has("resume");
  request.retries_failed = arguments.has("retry-failed");
  request.output = arguments.value("output").value_or("");
  const auto recordings = arguments.all_values("measurements");
  if (recordings.size() > 1) {
    return core::usage_error("--measurements", core::counted(recordings.size(), "file"),
                             "expected one recording");
  }
  if (!recordings.empty()) request.measurements = recordings.front();
  if (const auto done = read_counts(arguments, request); !done) return core::fail(done.error());
  return request;
}

void note_without_effect(const Arguments& arguments, std::span<const std::string_view> options,
                         std::vector<std::string>& notes) {
  if (arguments.all_values("measurements").empty()) return;
  std::vector<std::string> first;
  for (const std::string_view option : options) {
    if (!arguments.value(option)) continue;
    first.push_back(fmt::format("--{} has no effect on a recording", option));
  }
  notes.insert(notes.begin(), first.begin(), first.end());
}

}  // namespace treering::cli
