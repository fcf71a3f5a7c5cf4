#include "sim/schedule/read_schedule.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/pointer.h"
#include "core/json/text.h"
#include "core/named_values.h"
#include "sim/schedule/connect.h"
#include "sim/schedule/read_step.h"

namespace treering::sim::schedule {
namespace {

using core::JsonFields;
using Json = nlohmann::ordered_json;

// 16 TiB: more than the memory of any GPU. The space of 1024 ranks stays within 64 bits.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 44U;

core::Result<Goal> parse_goal(std::string_view text) {
  if (core::is_same_name(text, name_of(Goal::Barrier))) return Goal::Barrier;
  if (const auto collective = core::parse_collective(text)) return goal_of(*collective);
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Goal::Barrier); ++i) {
    names.push_back(name_of(static_cast<Goal>(i)));
  }
  return core::unknown_name("collective", text, names);
}

class ScheduleReader {
 public:
  ScheduleReader(const Json& root, std::optional<std::uint64_t> bytes, core::FirstProblem& problem)
      : fields_(root, "", problem), bytes_(bytes), problem_(problem) {}

  core::Result<StepsInMemory> read() {
    check_names();
    if (!problem_.any()) read_contract();
    if (!problem_.any()) read_data();
    if (!problem_.any()) read_streams();
    if (problem_.any()) return core::fail(problem_.error());
    auto schedule = connect(written_);
    if (schedule) return schedule;
    problem_.note(schedule.error());
    return core::fail(problem_.error());
  }

 private:
  void check_names() {
    for (const char* name : {"schema", "description", "collective", "ranks", "switches", "root",
                             "bytes", "chunks", "slots", "streams"}) {
      fields_.has(name);
    }
    fields_.refuse_unknown();
    for (const char* name : {"schema", "collective", "ranks", "streams"}) fields_.require(name);
    const std::string schema = fields_.text("schema");
    if (schema != kScheduleSchema) {
      fields_.problem("schema", core::in_quotes(schema),
                      fmt::format("expected '{}'", kScheduleSchema));
    }
    fields_.text("description");
  }

  /// An integer within bounds.
  static std::int64_t within(JsonFields& fields, std::string_view name,
                             std::array<std::int64_t, 2> bounds, std::int64_t fallback) {
    const std::int64_t number = fields.long_integer(name, fallback);
    if (number >= bounds[0] && number <= bounds[1]) return number;
    fields.problem(name, fmt::format("{}", number),
                   fmt::format("expected {}..{}", bounds[0], bounds[1]));
    return fallback;
  }

  static int count(JsonFields& fields, std::string_view name, int least, int fallback) {
    return static_cast<int>(within(fields, name, {least, kMostWritten}, fallback));
  }

  void read_contract() {
    Contract& contract = written_.contract;
    contract.goal = fields_.one_of("collective", Goal::AllReduce, parse_goal);
    contract.ranks = count(fields_, "ranks", 1, 1);
    written_.agents = contract.ranks + count(fields_, "switches", 0, 0);
    written_.slots = count(fields_, "slots", 0, 1);
    if (!fields_.has("root")) return;
    if (!has_root(contract.goal)) {
      fields_.problem("root", fmt::format("a root of {}", name_of(contract.goal)), "expected none");
    }
    contract.root = static_cast<int>(within(fields_, "root", {0, contract.ranks - 1}, 0));
  }

  void read_data() {
    Contract& contract = written_.contract;
    if (contract.goal == Goal::Barrier) return read_no_data();
    const std::uint64_t blocks = contract.blocks();
    chunks_ = static_cast<std::uint64_t>(
        within(fields_, "chunks", {1, kMostBytes}, static_cast<std::int64_t>(blocks)));
    if (chunks_ % blocks != 0) {
      fields_.problem("chunks", fmt::format("{}", chunks_),
                      fmt::format("expected a multiple of {}", blocks),
                      fmt::format("{} has {} blocks", name_of(contract.goal), blocks));
    }
    const bool is_from_file = !bytes_;
    if (is_from_file) fields_.require("bytes");
    const auto given = static_cast<std::uint64_t>(within(fields_, "bytes", {1, kMostBytes}, 1));
    const std::uint64_t bytes = bytes_.value_or(given);
    const std::uint64_t parts = is_shared_out(contract.goal)
                                    ? static_cast<std::uint64_t>(contract.ranks)
                                    : std::uint64_t{1};
    const std::uint64_t grain = parts * (chunks_ / blocks);
    contract.block_bytes = bytes / parts;
    if (problem_.any() || (bytes > 0 && bytes % grain == 0)) return;
    fields_.problem(
        is_from_file ? "bytes" : "", fmt::format("{} bytes", bytes),
        fmt::format("expected a multiple of {}", grain),
        fmt::format("{} are, so that all chunks are equal", (bytes + grain - 1) / grain * grain));
  }

  void read_no_data() {
    written_.contract.block_bytes = 1;
    for (const char* name : {"bytes", "chunks"}) {
      if (fields_.has(name)) {
        fields_.problem(name, "data of a barrier", "expected none", "its messages have 0 bytes");
      }
    }
  }

  void read_streams() {
    const Json* streams = fields_.array("streams");
    if (streams == nullptr) return;
    for (std::size_t i = 0; i < streams->size() && !problem_.any(); ++i) {
      JsonFields fields((*streams)[i], fmt::format("/streams/{}", i), problem_);
      written_.streams.push_back(read_stream(fields));
    }
  }

  WrittenStream read_stream(JsonFields& fields) {
    for (const char* name : {"rank", "channel", "stream", "steps"}) fields.has(name);
    fields.refuse_unknown();
    for (const char* name : {"rank", "steps"}) fields.require(name);
    WrittenStream stream;
    stream.address.agent = static_cast<int>(within(fields, "rank", {0, written_.agents - 1}, 0));
    stream.channel = count(fields, "channel", 0, 0);
    stream.address.number = count(fields, "stream", 0, 0);
    const Json* steps = fields.array("steps");
    if (problem_.any() || steps == nullptr) return stream;
    const StepScope scope{written_.contract, written_.agents, chunks_, stream.address};
    const std::string pointer = fields.pointer("steps");
    for (std::size_t i = 0; i < steps->size() && !problem_.any(); ++i) {
      stream.steps.push_back(
          read_step((*steps)[i], fmt::format("{}/{}", pointer, i), scope, problem_));
    }
    return stream;
  }

  JsonFields fields_;
  std::optional<std::uint64_t> bytes_;
  core::FirstProblem& problem_;
  WrittenSchedule written_;
  std::uint64_t chunks_ = 1;
};

}  // namespace

core::Result<StepsInMemory> read_schedule(std::string_view text, const std::string& where,
                                          std::optional<std::uint64_t> bytes) {
  const auto json = core::parse_json(text, where);
  if (!json) return core::fail(json.error());
  core::FirstProblem problem(where, text);
  return ScheduleReader(*json, bytes, problem).read();
}

}  // namespace treering::sim::schedule
