// What workers run.
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include "core/result.h"
#include "gui/jobs/board.h"

namespace treering::gui::jobs {

/// The answer() to a request of app's, for as long as somebody waits. Nothing may throw in a
/// worker: what does is an internal error.
template <class Request>
auto answered(Request request, const Work& work) {
  using Result = decltype(answer(request));
  if constexpr (requires { request.work; }) request.work = work;
  try {
    if (work.is_cancelled()) return std::make_shared<const Result>(core::cancelled());
    return std::make_shared<const Result>(answer(request));
  } catch (const std::exception& error) {
    return std::make_shared<const Result>(
        core::internal_error("this question", error.what(), {}, "report it with what you asked"));
  }
}

/// The same as a question for an Asker.
template <class Request>
auto answering(Request request) {
  return [request = std::move(request)](const Work& work) { return answered(request, work); };
}

}  // namespace treering::gui::jobs
