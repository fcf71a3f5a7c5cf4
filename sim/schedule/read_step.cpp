#include "sim/schedule/read_step.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/pointer.h"
#include "core/json/values.h"
#include "sim/schedule/phases.h"

namespace treering::sim::schedule {
namespace {

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

}  // namespace

WrittenStep read_step(const Json& value, const std::string& pointer, const StepScope& scope,
                      core::FirstProblem& problem) {
  return StepReader(value, pointer, scope, problem).read();
}

}  // namespace treering::sim::schedule
