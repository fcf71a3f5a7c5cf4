#include "report/prediction/variants_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/heading.h"
#include "report/prediction/reach_text.h"
#include "report/remarks.h"
#include "sim/predict.h"

namespace treering::report::prediction {
namespace {

using app::DecidingFact;
using app::VariantAnswer;
using sim::Prediction;

/// Of the smallest and the largest size; null without times.
struct EndRows {
  const Prediction* first = nullptr;
  const Prediction* last = nullptr;
};

EndRows end_rows(const VariantAnswer& answer, core::Collective collective) {
  EndRows ends;
  for (const Prediction& row : answer.choices) {
    if (row.collective != collective || !row.time()) continue;
    if (ends.first == nullptr) ends.first = &row;
    ends.last = &row;
  }
  return ends;
}

std::string way_and_time(const Prediction& row) {
  return fmt::format("{} in {} us at {}", pair_text(row), time_figure(*row.time()),
                     core::format_size(row.bytes));
}

std::string rate_or_time(const Prediction& row, int ranks) {
  const auto rate = sim::busbw(row, ranks);
  return rate ? fmt::format("busbw {} GB/s", bandwidth_figure(*rate))
              : fmt::format("{} us", time_figure(*row.time()));
}

/// "Ring/LL in 62.11 us at 8 B, Ring/Simple with busbw 3.20 GB/s at 1 GiB".
std::string times_text(const EndRows& ends, int ranks) {
  if (ends.first == nullptr) return "no time is known";
  const std::string rate = rate_or_time(*ends.last, ranks);
  if (ends.first == ends.last) return fmt::format("{}, {}", way_and_time(*ends.first), rate);
  return fmt::format("{}, {} with {} at {}", way_and_time(*ends.first), pair_text(*ends.last), rate,
                     core::format_size(ends.last->bytes));
}

/// \param is_taken the first value is the one that was assumed
std::string values_text(const VariantAnswer& answer, bool is_taken) {
  std::vector<std::string> values = answer.values;
  if (is_taken) values.front() += values.size() > 1 ? " (assumed here)" : ", as assumed here";
  return fmt::format("{}", fmt::join(values, " or "));
}

std::string variant_answer_text(const VariantAnswer& answer, const SpokenCalls& calls,
                                bool is_taken) {
  const std::string failed =
      answer.failed_search.empty() ? "" : fmt::format(". {}", answer.failed_search);
  return fmt::format("with {}: {}{}", values_text(answer, is_taken),
                     times_text(end_rows(answer, calls.collective), calls.ranks), failed);
}

std::string fact_headline(const DecidingFact& one, const SpokenCalls& calls) {
  std::vector<std::string> parts;
  for (const VariantAnswer& answer : one.answers) {
    const EndRows ends = end_rows(answer, calls.collective);
    if (ends.last == nullptr) continue;
    const std::string size =
        parts.empty() ? fmt::format(" at {}", core::format_size(ends.last->bytes)) : "";
    parts.push_back(fmt::format("{}{} with {}", rate_or_time(*ends.last, calls.ranks), size,
                                values_text(answer, false)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string_view name_of(app::setup::OpenFact::What what) {
  return what == app::setup::OpenFact::What::Cpu ? "the CPU" : "the rate of the PCIe slots";
}

std::string deciding_lines(const std::vector<DecidingFact>& facts, const SpokenCalls& calls,
                           std::size_t width) {
  std::string text;
  for (const DecidingFact& one : facts) {
    text += remark(fmt::format("The answer depends on {}, which the source does not say:",
                               name_of(one.fact.what)),
                   0, width);
    for (std::size_t i = 0; i < one.answers.size(); ++i) {
      text += dashed_remark(variant_answer_text(one.answers[i], calls, i == 0) + ".", width);
    }
  }
  return text;
}

std::string deciding_headline(const std::vector<DecidingFact>& facts, const SpokenCalls& calls) {
  std::vector<std::string> texts;
  for (const DecidingFact& one : facts) texts.push_back(fact_headline(one, calls));
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::string> doubts_of(const app::setup::Setup& setup,
                                   const std::vector<DecidingFact>& facts,
                                   const SpokenCalls& calls) {
  std::vector<std::string> doubts;
  for (const app::setup::Guess& guess : guesses_of(setup)) {
    doubts.push_back(guess_text(guess, "all times"));
  }
  for (const DecidingFact& one : facts) {
    doubts.push_back(fmt::format("the answer depends on {}, which the source does not say: {}",
                                 name_of(one.fact.what), fact_headline(one, calls)));
  }
  return doubts;
}

}  // namespace treering::report::prediction
