#include "cli/options/call_options.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "cli/options/names.h"
#include "cli/output/figures.h"
#include "core/named_values.h"
#include "core/unit_text.h"
#include "sim/nccl/rules/call.h"
#include "sim/test_size.h"

namespace treering::cli {
namespace {

constexpr std::uint64_t kSmallest = 8;
constexpr std::uint64_t kLargest = std::uint64_t{8} << 30U;
// All collectives at so many sizes take 200 MB at most (dgx-h100, JSON).
constexpr std::uint64_t kMostSizes = 4096;

struct SizeRange {
  std::uint64_t first = kSmallest;
  std::uint64_t last = kLargest;
  std::uint64_t factor = 2;
  std::uint64_t step = 0;  // 0: multiply
};

core::Result<SizeRange> read_range(const Arguments& arguments) {
  const auto first = read_size(arguments, "minbytes", kSmallest);
  if (!first) return core::fail(first.error());
  const auto last = read_size(arguments, "maxbytes", std::max(kLargest, *first));
  if (!last) return core::fail(last.error());
  const auto step = read_size(arguments, "stepbytes", 0);
  if (!step) return core::fail(step.error());
  const auto factor = read_count(arguments, "stepfactor", 2, 1 << 20);
  if (!factor) return core::fail(factor.error());
  if (*last < *first) {
    return core::usage_error("--maxbytes", fmt::format("found {}", *last),
                             fmt::format("expected no less than --minbytes, {}", *first));
  }
  if (*factor < 2) return core::usage_error("--stepfactor", "found 1", "expected 2 or more");
  if (arguments.has("stepbytes") && arguments.has("stepfactor")) {
    return core::usage_error("--stepbytes", "given together with --stepfactor",
                             "expected one of the two");
  }
  return SizeRange{*first, *last, static_cast<std::uint64_t>(*factor), *step};
}

/// Multiplying ends after 64 sizes at most, adding may go on.
core::Result<void> check_number_of_sizes(const SizeRange& range) {
  if (range.step == 0) return {};
  const std::uint64_t steps = (range.last - range.first) / range.step;
  if (steps < kMostSizes) return {};
  return core::usage_error("--stepbytes", fmt::format("asks for {} sizes", grouped(steps + 1)),
                           fmt::format("expected at most {}", grouped(kMostSizes)),
                           "take larger steps, or multiply with -f 2");
}

core::Result<std::vector<std::uint64_t>> read_sizes(const Arguments& arguments) {
  const auto range = read_range(arguments);
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
  return sizes;
}

/// What one part of -c stands for.
core::Result<std::vector<core::Collective>> collectives_named(std::string_view name) {
  const auto all = core::all_collectives();
  if (core::is_same_name(name, "all")) return std::vector(all.begin(), all.end());
  if (core::is_same_name(name, "tuned")) {
    std::vector<core::Collective> tuned;
    std::copy_if(all.begin(), all.end(), std::back_inserter(tuned), sim::nccl::rules::is_tuned);
    return tuned;
  }
  const auto collective = parse_collective(name);
  if (!collective) return core::fail(collective.error());
  return std::vector{*collective};
}

}  // namespace

core::Result<core::Collective> parse_collective(std::string_view name) {
  // Frameworks that offer one make it of another collective (PyTorch: an all_reduce of one element,
  // torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, barrier).
  if (core::is_same_name(name, "barrier")) {
    return core::usage_error("--collective", "NCCL has no barrier", "",
                             "frameworks send an all_reduce of one element: -c all_reduce -b 4");
  }
  return core::parse_collective(name);
}

core::Result<std::uint64_t> read_size(const Arguments& arguments, std::string_view option,
                                      std::uint64_t otherwise) {
  const auto text = arguments.value(option);
  if (!text) return otherwise;
  const std::string where = fmt::format("--{}", option);
  const auto bytes = core::parse_size(*text, where);
  if (!bytes) return core::fail(bytes.error());
  if (bytes->count() == 0) return core::usage_error(where, "found 0", "expected at least 1 byte");
  if (*bytes > sim::kLargestCall) {
    return core::usage_error(
        where, fmt::format("found {}", *text),
        fmt::format("expected at most {}", core::format_size(sim::kLargestCall)));
  }
  return bytes->count();
}

core::Result<TypeOptions> read_types(const Arguments& arguments) {
  const auto type = core::parse_data_type(arguments.value("datatype").value_or("float"));
  if (!type) return core::fail(type.error());
  const auto op = core::parse_reduce_op(arguments.value("op").value_or("sum"));
  if (!op) return core::fail(op.error());
  return TypeOptions{*type, *op};
}

core::Result<sim::Filter> read_filter(const Arguments& arguments) {
  auto algorithms = parse_names(ValueKind::Algorithm, arguments.value("algo").value_or("all"));
  if (!algorithms) return core::fail(algorithms.error());
  auto protocols = parse_names(ValueKind::Protocol, arguments.value("proto").value_or("all"));
  if (!protocols) return core::fail(protocols.error());
  return sim::Filter{*std::move(algorithms), *std::move(protocols)};
}

core::Result<void> check_tuned(core::Collective collective) {
  if (sim::nccl::rules::is_tuned(collective)) return {};
  return core::usage_error("--collective",
                           fmt::format("{} has no algorithm to choose", core::name_of(collective)),
                           "expected all_reduce, all_gather, reduce_scatter, broadcast or reduce");
}

core::Result<std::vector<core::Collective>> parse_collectives(std::string_view text) {
  std::vector<core::Collective> result;
  for (const std::string& name : split_list(text)) {
    const auto meant = collectives_named(name);
    if (!meant) return core::fail(meant.error());
    for (const core::Collective collective : *meant) {
      if (std::find(result.begin(), result.end(), collective) == result.end()) {
        result.push_back(collective);
      }
    }
  }
  return result;
}

core::Result<CallOptions> read_calls(const Arguments& arguments, std::string_view usual) {
  auto collectives = parse_collectives(arguments.value("collective").value_or(usual));
  if (!collectives) return core::fail(collectives.error());
  auto sizes = read_sizes(arguments);
  if (!sizes) return core::fail(sizes.error());
  const auto types = read_types(arguments);
  if (!types) return core::fail(types.error());
  auto filter = read_filter(arguments);
  if (!filter) return core::fail(filter.error());
  const auto model = sim::models::parse_model(arguments.value("model").value_or("cost"));
  if (!model) return core::fail(model.error());
  return CallOptions{*std::move(collectives),
                     *std::move(sizes),
                     types->type,
                     types->op,
                     *std::move(filter),
                     *model};
}

}  // namespace treering::cli
