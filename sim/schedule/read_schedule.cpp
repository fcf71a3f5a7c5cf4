#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/named_values.h"
#include "sim/schedule/phases.h"
#include "sim/schedule/written_schedule.h"

namespace treering::sim::schedule {
namespace {

// One step of a schedule's JSON.

/// What a step may name.
struct StepScope {
  Contract contract;
  int agents = 0;
  std::uint64_t chunks = 1;  // of the space
  Address self;              // the stream of the step
};

using core::JsonFields;
using Json = nlohmann::ordered_json;

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = code == std::errc() && stop == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

using Pair = std::pair<std::uint64_t, std::uint64_t>;

/// "3-5", with another mark between them.
std::optional<Pair> pair_in(const Json& value, char mark) {
  const std::string whole = core::text_in(value).value_or("");
  const std::string_view text = whole;
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const auto first = number_in(text.substr(0, at));
  const auto second = number_in(text.substr(at + 1));
  return first && second ? std::optional(Pair{*first, *second}) : std::nullopt;
}

/// An entry of a field, which has one or a list of them.
struct Entry {
  const Json* value = nullptr;
  std::string pointer;
};

class StepReader {
 public:
  StepReader(const Json& value, const std::string& pointer, const StepScope& scope,
             core::FirstProblem& problem)
      : fields_(value, pointer, problem), scope_(scope), problem_(problem) {}

  WrittenStep read() {
    for (const char* name : {"receive", "reduce", "keep", "send", "chunk", "block"}) {
      fields_.has(name);
    }
    fields_.refuse_unknown();
    WrittenStep step;
    if (problem_.any()) return step;
    step.receive = peers("receive");
    step.send = peers("send");
    const bool receives = !step.receive.empty();
    step.takes_own = fields_.truth("reduce", !receives);
    step.keeps = fields_.truth("keep", receives && scope_.self.agent < scope_.contract.ranks);
    if (!receives && step.send.empty() && !step.keeps) {
      fields_.problem({}, "a step without a message", "expected 'receive' or 'send'");
    } else if (!receives && fields_.has("reduce")) {
      fields_.problem("reduce", "'reduce' where nothing is received",
                      "expected 'receive' beside it",
                      "a step that only sends takes the rank's own data");
    }
    step.data = data();
    return step;
  }

 private:
  void refuse(const std::string& pointer, std::string found, std::string expected,
              std::string hint = {}) {
    problem_.note({core::Category::BadInput, pointer, std::move(found), std::move(expected),
                   std::move(hint)});
  }

  std::vector<Entry> entries(std::string_view name) {
    const Json* value = fields_.value(name);
    if (value == nullptr) return {};
    const std::string pointer = fields_.pointer(name);
    if (!value->is_array()) return {{value, pointer}};
    std::vector<Entry> all;
    for (std::size_t i = 0; i < value->size(); ++i) {
      all.push_back({&(*value)[i], core::pointer_to(pointer, std::to_string(i))});
    }
    return all;
  }

  std::vector<Address> peers(std::string_view name) {
    std::vector<Address> all;
    for (const Entry& entry : entries(name)) {
      const auto peer = peer_of(entry);
      if (!peer) return all;
      if (std::ranges::find(all, *peer) != all.end()) {
        refuse(entry.pointer, core::described(*entry.value) + " for the second time",
               "expected each rank once");
      }
      all.push_back(*peer);
    }
    return all;
  }

  std::optional<Address> peer_of(const Entry& entry) {
    const auto alone = core::count_in(*entry.value);
    const auto pair = alone ? std::optional(Pair{*alone, 0}) : pair_in(*entry.value, ':');
    const auto most = static_cast<std::uint64_t>(scope_.agents);
    if (!pair) {
      refuse(entry.pointer, core::described(*entry.value), "expected a rank, such as 1",
             "\"1:2\" is stream 2 of rank 1");
    } else if (pair->first >= most) {
      refuse(entry.pointer, fmt::format("rank {} not found", pair->first),
             fmt::format("have 0..{}", most - 1));
    } else if (!std::in_range<int>(pair->second)) {
      refuse(entry.pointer, core::described(*entry.value), "expected a stream of a sane number");
    } else {
      const Address peer{static_cast<int>(pair->first), static_cast<int>(pair->second)};
      if (peer != scope_.self) return peer;
      refuse(entry.pointer, fmt::format("rank {} itself", peer.agent), "expected another rank");
    }
    return {};
  }

  std::vector<Range> data() {
    const bool has_chunk = fields_.has("chunk");
    const bool has_block = fields_.has("block");
    const Contract& contract = scope_.contract;
    if (contract.goal == Goal::Barrier) {
      const Json* chunk = fields_.value("chunk");
      if (chunk != nullptr && chunk->is_array() && chunk->empty()) return {};
      if (has_chunk || has_block) {
        fields_.problem(has_chunk ? "chunk" : "block", "data of a barrier", "expected none",
                        "its messages have 0 bytes");
      }
      return {{0, 1}};
    }
    if (has_chunk && has_block) {
      fields_.problem("block", "both 'chunk' and 'block'", "expected one of them");
    }
    if (!has_chunk && !has_block) return {{0, contract.space()}};
    return ranges(has_chunk ? chunks() : blocks());
  }

  /// Numbers of chunks: first and last.
  struct Part {
    Pair numbers;
    Entry entry;
  };

  std::vector<Part> chunks() {
    std::vector<Part> parts;
    for (const Entry& entry : entries("chunk")) {
      const auto alone = core::count_in(*entry.value);
      const auto pair = alone ? std::optional(Pair{*alone, *alone}) : pair_in(*entry.value, '-');
      if (!pair || pair->first > pair->second) {
        refuse(entry.pointer, core::described(*entry.value),
               "expected a chunk, such as 1 or \"0-3\"");
      } else if (pair->second >= scope_.chunks) {
        refuse(entry.pointer, fmt::format("chunk {} not found", pair->second),
               fmt::format("have 0..{}", scope_.chunks - 1), "/chunks is their number");
      } else {
        parts.push_back({*pair, entry});
      }
    }
    return parts;
  }

  std::vector<Part> blocks() {
    std::vector<Part> parts;
    const std::uint64_t each = scope_.chunks / scope_.contract.blocks();
    for (const Entry& entry : entries("block")) {
      if (const auto block = block_of(entry)) {
        parts.push_back({{*block * each, (*block + 1) * each - 1}, entry});
      }
    }
    return parts;
  }

  std::optional<std::uint64_t> block_of(const Entry& entry) {
    const Contract& contract = scope_.contract;
    const bool is_alltoall = contract.goal == Goal::AllToAll;
    if (!is_alltoall && !is_shared_out(contract.goal) && contract.goal != Goal::SendRecv) {
      refuse(entry.pointer, fmt::format("a block of {}", name_of(contract.goal)),
             "expected 'chunk'", "only data that belong to ranks have blocks");
      return {};
    }
    if (!is_alltoall) {
      const auto rank = core::count_in(*entry.value);
      if (rank) return rank_in(entry, *rank);
      refuse(entry.pointer, core::described(*entry.value), "expected the rank whose block it is");
      return {};
    }
    const auto pair = pair_in(*entry.value, '>');
    if (!pair) {
      refuse(entry.pointer, core::described(*entry.value),
             "expected \"0>1\", the block from rank 0 to rank 1");
      return {};
    }
    const auto from = rank_in(entry, pair->first);
    const auto to = rank_in(entry, pair->second);
    if (!from || !to) return {};
    return *from * static_cast<std::uint64_t>(contract.ranks) + *to;
  }

  std::optional<std::uint64_t> rank_in(const Entry& entry, std::uint64_t rank) {
    if (std::cmp_less(rank, scope_.contract.ranks)) return rank;
    refuse(entry.pointer, fmt::format("rank {} not found", rank),
           fmt::format("have 0..{}", scope_.contract.ranks - 1));
    return {};
  }

  std::vector<Range> ranges(std::vector<Part> parts) {
    std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.numbers.first; });
    const std::uint64_t bytes = scope_.contract.space() / scope_.chunks;
    std::vector<Range> all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto& [first, last] = parts[i].numbers;
      if (i > 0 && first <= parts[i - 1].numbers.second) {
        refuse(parts[i].entry.pointer,
               core::described(*parts[i].entry.value) + " for the second time",
               "expected each chunk once");
      }
      all.push_back({first * bytes, (last - first + 1) * bytes});
    }
    return joined(std::move(all));
  }

  JsonFields fields_;
  const StepScope& scope_;
  core::FirstProblem& problem_;
};

WrittenStep read_step(const Json& value, const std::string& pointer, const StepScope& scope,
                      core::FirstProblem& problem) {
  return StepReader(value, pointer, scope, problem).read();
}

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
