// What workers run.
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/result.h"
#include "gui/jobs/board.h"

namespace treering::gui::jobs {

/// The result of a question. Nothing may throw in a worker: what does is an internal error.
template <class Question>
auto guarded(const Question& question) {
  using Result = std::invoke_result_t<const Question&>;
  try {
    return std::make_shared<const Result>(question());
  } catch (const std::exception& error) {
    return std::make_shared<const Result>(
        core::internal_error("this question", error.what(), {}, "report it with what you asked"));
  }
}

/// The answer() to a request of app's, for as long as somebody waits.
template <class Request>
auto answered(Request request, const Work& work) {
  using Result = decltype(answer(request));
  if constexpr (requires { request.work; }) request.work = work;
  return guarded([&]() -> Result {
    if (work.is_cancelled()) return core::cancelled();
    return answer(request);
  });
}

/// The same as a question for an Asker.
template <class Request>
auto answering(Request request) {
  return [request = std::move(request)](const Work& work) { return answered(request, work); };
}

}  // namespace treering::gui::jobs
