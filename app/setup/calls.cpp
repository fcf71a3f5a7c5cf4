#include "app/setup/calls.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/names.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/units.h"
#include "sim/nccl/rules/call.h"
#include "sim/test_size.h"

namespace treering::app::setup {
namespace {

constexpr std::uint64_t kSmallest = 8;
// All collectives at so many sizes take 200 MB at most (dgx-h100, JSON).
constexpr std::uint64_t kMostSizes = 4096;

struct SizeRange {
  std::uint64_t first = kSmallest;
  std::uint64_t last = kDefaultMaxbytes;
  std::uint64_t factor = 2;
  std::uint64_t step = 0;  // 0: multiply
};

core::Result<SizeRange> range_of(const SizesRequest& request) {
  SizeRange range;
  range.first = request.minbytes.value_or(kSmallest);
  range.last = request.maxbytes.value_or(std::max(kDefaultMaxbytes, range.first));
  range.step = request.stepbytes.value_or(0);
  range.factor = static_cast<std::uint64_t>(request.stepfactor.value_or(2));
  if (range.last < range.first) {
    return core::usage_error(core::field("maxbytes"), fmt::format("found {}", range.last),
                             fmt::format("expected no less than ⟨minbytes⟩, {}", range.first));
  }
  if (range.factor < 2) {
    return core::usage_error(core::field("stepfactor"), fmt::format("found {}", range.factor),
                             "expected 2 or more");
  }
  if (request.stepbytes && request.stepfactor) {
    return core::usage_error(core::field("stepbytes"), "given together with ⟨stepfactor⟩",
                             "expected one of the two");
  }
  return range;
}

/// Multiplying ends after at most 64 sizes, adding may not.
core::Result<void> check_number_of_sizes(const SizeRange& range) {
  if (range.step == 0) return {};
  const std::uint64_t steps = (range.last - range.first) / range.step;
  if (steps < kMostSizes) return {};
  return core::usage_error(core::field("stepbytes"),
                           fmt::format("asks for {} sizes", core::grouped(steps + 1)),
                           fmt::format("expected at most {}", core::grouped(kMostSizes)),
                           "take larger steps, or multiply with ⟨stepfactor⟩ 2");
}

core::Result<std::vector<std::uint64_t>> sizes_of(const SizesRequest& request) {
  const auto range = range_of(request);
  if (!range) return core::fail(range.error());
  if (const auto checked = check_number_of_sizes(*range); !checked) {
    return core::fail(checked.error());
  }
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = range->first; size <= range->last;) {
    sizes.push_back(size);
    const std::uint64_t next = range->step != 0 ? size + range->step : size * range->factor;
    if (next <= size || (range->step == 0 && next / range->factor != size)) break;  // overflow
    size = next;
  }
  sizes.insert(sizes.end(), request.besides.begin(), request.besides.end());
  std::ranges::sort(sizes);
  const auto [repeats, end] = std::ranges::unique(sizes);
  sizes.erase(repeats, end);
  return sizes;
}

/// The collectives of one part of -c.
core::Result<std::vector<core::Collective>> collectives_named(std::string_view name,
                                                              Carrier carrier) {
  const auto all = core::all_collectives();
  if (core::is_same_name(name, "all")) return std::vector(all.begin(), all.end());
  if (core::is_same_name(name, "tuned")) {
    std::vector<core::Collective> tuned;
    std::copy_if(all.begin(), all.end(), std::back_inserter(tuned), sim::nccl::rules::is_tuned);
    return tuned;
  }
  auto collective = carrier == Carrier::Gpus
                        ? parse_collective(name)
                        : core::in_field("collective", core::parse_collective_on_cpus(name));
  if (collective) return std::vector{*collective};
  core::Error error = std::move(collective.error());
  if (!error.expected.empty()) error.expected += ", tuned, all";
  return core::fail(std::move(error));
}

}  // namespace

core::Result<core::Collective> parse_collective(std::string_view name) {
  // Frameworks that offer one make it of another collective (PyTorch: an all_reduce of one element,
  // torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, barrier).
  if (core::is_same_name(name, "barrier")) {
    return core::usage_error(core::field("collective"), "NCCL has no barrier", "",
                             "frameworks send an all_reduce of one element: -c all_reduce -b 4");
  }
  return core::in_field("collective", core::parse_collective(name));
}

sim::PredictionRequest prediction_request(const Calls& calls, int ranks) {
  return {calls.collectives, calls.sizes, calls.type, calls.op, calls.filter, calls.model, ranks};
}

core::Result<std::uint64_t> parse_call_size(std::string_view text, std::string_view name) {
  const std::string where = core::field(name);
  const auto bytes = core::parse_size(text, where);
  if (!bytes) return core::fail(bytes.error());
  if (bytes->count() == 0) return core::usage_error(where, "found 0", "expected at least 1 byte");
  if (*bytes > sim::kLargestCall) {
    return core::usage_error(
        where, fmt::format("found {}", text),
        fmt::format("expected at most {}", core::format_size(sim::kLargestCall)));
  }
  return bytes->count();
}

core::Result<core::Call> rounded_call(const core::Call& asked, int ranks) {
  core::Call call = asked;
  call.bytes = sim::test_size(asked.collective, asked.bytes, asked.type, ranks).bytes;
  if (call.bytes > 0) return call;
  const std::uint64_t parts =
      sim::is_shared_out(asked.collective) ? static_cast<std::uint64_t>(ranks) : 1;
  return core::usage_error(
      core::field("size"),
      fmt::format("{} B hold no {} for each of {} ranks", asked.bytes, core::name_of(asked.type),
                  ranks),
      fmt::format("expected at least {} B", core::size_of(asked.type).count() * parts));
}

core::Result<void> check_tuned(core::Collective collective) {
  if (sim::nccl::rules::is_tuned(collective)) return {};
  return core::usage_error(core::field("collective"),
                           fmt::format("{} has no algorithm to choose", core::name_of(collective)),
                           "expected all_reduce, all_gather, reduce_scatter, broadcast or reduce");
}

core::Result<std::vector<core::Collective>> parse_collectives(std::string_view text,
                                                              Carrier carrier) {
  std::vector<core::Collective> result;
  for (const std::string& name : split_list(text)) {
    const auto meant = collectives_named(name, carrier);
    if (!meant) return core::fail(meant.error());
    for (const core::Collective collective : *meant) {
      if (std::find(result.begin(), result.end(), collective) == result.end()) {
        result.push_back(collective);
      }
    }
  }
  return result;
}

std::string op_note(std::span<const core::Collective> collectives, core::ReduceOp op) {
  if (op == core::ReduceOp::Sum) return "";
  if (std::ranges::any_of(collectives, sim::nccl::rules::is_reduction)) return "";
  std::vector<std::string_view> names;
  for (const core::Collective one : collectives) names.push_back(core::name_of(one));
  return fmt::format("{}: no effect on {}", core::field("op"), fmt::join(names, ", "));
}

std::string filter_note(std::span<const core::Collective> collectives, const sim::Filter& filter) {
  std::vector<std::string> options;
  if (!filter.algorithms.empty()) options.push_back(core::field("algo"));
  if (!filter.protocols.empty()) options.push_back(core::field("proto"));
  std::vector<std::string_view> names;
  for (const core::Collective one : collectives) {
    if (!sim::nccl::rules::is_tuned(one)) names.push_back(core::name_of(one));
  }
  if (options.empty() || names.empty()) return "";
  return fmt::format("{}: no effect on {}", fmt::join(options, ", "), fmt::join(names, ", "));
}

core::Result<Calls> calls_of(const CallsRequest& request) {
  auto sizes = sizes_of(request.sizes);
  if (!sizes) return core::fail(sizes.error());
  return Calls{request.collectives, *std::move(sizes), request.type,
               request.op,          request.filter,    request.model};
}

}  // namespace treering::app::setup
