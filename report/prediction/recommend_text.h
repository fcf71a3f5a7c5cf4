// What to set for calls of one size, in words: a headline, how sure that is, and why.
#pragma once

#include <cstddef>
#include <string>

#include "app/advice/recommend.h"
#include "app/predict.h"

namespace treering::report::prediction {

struct RecommendWords {
  std::string headline;  // without full stop
  std::string answer;    // sentences: the times, the gain and how sure it is
  std::string why;       // sentences: what takes the time, beside another candidate
  std::string names;     // what the algorithms are that it names; empty: it names none
};

RecommendWords recommend_words(const app::PredictReport& report,
                               const app::advice::Recommended& one);

/// That NCCL's own choice and the fastest of the others are too near for the model to tell which is
/// faster; empty where they are not.
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
