// What to set for calls of one size, in words: a headline, how sure that is, and why.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/advice/recommend.h"
#include "app/predict.h"

namespace treering::report::prediction {

struct RecommendWords {
  std::string headline;  // without full stop
  std::string answer;    // sentences: the times, the gain and how sure it is
  std::string why;       // sentences: what takes the time, beside another candidate
  std::string names;     // what the algorithms are that it names; empty: it names none
};

/// The headline is that over all sizes (report/prediction/headline.h); the rest is of the size that
/// is asked for, else of the one that gains most.
RecommendWords recommend_words(const app::PredictReport& report,
                               const app::advice::RecommendedOverSizes& advice);

/// "Make NCCL take Ring/LL at 1 KiB: 1.27 times as fast as its own Tree/LL", or, where that is in
/// doubt, that it is worth measuring. Without full stop. \param where " at 1 KiB"; may be empty
/// \pre something other than NCCL's own choice is advised
std::string gain_headline(const app::advice::Recommended& one, std::string_view where);

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

}  // namespace treering::report::prediction
