// Advice in words: what to set at one size and over all sizes, around a table, and while something
// is down or slow.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/advice/recommend.h"
#include "app/advice/with_faults.h"
#include "app/predict.h"
#include "core/units.h"

namespace treering::report::prediction {

// What to set for calls of one size, in words: a headline, how sure that is, and why.

struct RecommendWords {
  std::string headline;  // without full stop
  std::string answer;    // sentences: the times, the gain and how sure it is
  std::string why;       // sentences: what takes the time, beside another candidate
  std::string names;     // what the algorithms are that it names; empty: it names none
};

/// The headline is that over all sizes (report/prediction/recommend_text.h); the rest is of the
/// size that is asked for, else of the one that gains most.
RecommendWords recommend_words(const app::PredictReport& report,
                               const app::advice::RecommendedOverSizes& advice);

/// "Make NCCL take Ring/LL at 1 KiB: 1.27 times as fast as its own Tree/LL", or, where that is in
/// doubt, that it is worth measuring. Without full stop. \param where " at 1 KiB"; may be empty
/// \pre something other than NCCL's own choice is advised
std::string gain_headline(const app::advice::Recommended& one, std::string_view where);

/// " The gain is between 0.85 and 2.90 in 4 of 5 cases, and above 1 in 83 %. ...", with a blank in
/// front; empty without intervals. \param subject "The gain"
std::string sure_gain(const app::advice::Recommended& one, std::string_view subject);

/// What the rival is among the others: "fastest other algorithm".
/// \pre there is one
std::string_view rival_text(const app::advice::Recommended& one);

/// What an algorithm is, in a job of so many nodes: on one a tree is a chain. Empty for no name of
/// an algorithm.
std::string_view algorithm_title(std::string_view algorithm, int nodes);

/// That NCCL's own choice and the fastest other algorithm are too near for the model to tell which
/// is faster; empty where they are not.
std::string near_sentence(const app::advice::Recommended& one);

/// \pre there is no recommendation for the collective of this index, the only one of the report or
/// one of several
RecommendWords no_recommendation(const app::PredictReport& report, std::size_t index);

/// What is guessed of the machine, and how to say it; empty where nothing is.
std::string guess_sentences(const app::setup::Setup& job);

/// The same for all sizes of the report, as `treering predict` has it; empty where there is no
/// advice.
std::string answer_at_all_sizes(const app::PredictReport& report, std::size_t index);

// The one sentence that says what to use, over all sizes: of the window and of the report's page.

/// "At 1 MiB leave NCCL alone; from 512 MiB on NVLSTree/Simple: up to 2.64 times as fast". Of one
/// size alone: "Make NCCL take Ring/LL: 1.27 times as fast as its own Tree/LL". Where a gain is in
/// doubt, that it is worth measuring. Without full stop.
std::string headline(const app::advice::RecommendedOverSizes& advice);

// The lines around a table of a prediction: above it what to do, below it where NCCL changes its
// choice and what follows from the figures. All lines start with '#'; sentences have no such mark.

/// What a sentence stands beside.
enum class Beside {
  Table,  // whose marks it explains, on a command line
  Forms   // of tuner/exporters, in a window
};

/// What to do for the collective of this index, at all sizes; empty where there is no advice.
std::string answer_sentence(const app::PredictReport& report, std::size_t index, Beside beside);

/// The same in lines; two or so.
std::string answer_text(const app::PredictReport& report, std::size_t index, std::size_t width);

std::string advice_text(const app::PredictReport& report, std::size_t index, std::size_t width);

/// Once, below the last table: what holds for all of them, or what the recommended form needs.
std::string closing_text(const app::PredictReport& report, std::size_t width);

// What to use while something is down or slow, in words.

struct WithFaultsWords {
  std::string headline;  // without full stop
  std::string answer;    // sentences: the times, and what NCCL does by itself
  std::string caveat;    // sentences: what these times are
};

/// What carries a call: "Ring/LL128", by so many channels.
struct CarriedBy {
  std::string way;
  int channels = 0;
};

/// Whether a call is shorter with faults than without, by more than the figures round.
bool is_shorter(core::Duration with, core::Duration without);

/// Why it is, as far as it is known: "NCCL plans anew: 24 channels in place of 16".
std::string why_shorter(const CarriedBy& with, const CarriedBy& without);

WithFaultsWords with_faults_words(const app::advice::WithFaultsReport& report);

}  // namespace treering::report::prediction
