// Values so large that the thread of the window had better not free them.
#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace treering::gui::jobs {

/// Runs `free` in a thread for it where this is the window's, else at once.
void dispose(std::function<void()> free);

/// From now on a large value goes back to the system as soon as it is freed. The C library (glibc)
/// would keep such blocks once it has seen some come and go: up to 32 MB each.
void return_large_values();

/// Gives back to the system what is freed and the C library keeps, after work that needed much.
void return_memory();

/// The same value. Where the thread of the window is the last to let go of it, another frees it.
template <class Value>
std::shared_ptr<const Value> disposable(std::shared_ptr<const Value> value) {
  if (value == nullptr) return value;
  const Value* const there = value.get();
  return std::shared_ptr<const Value>(there, [value = std::move(value)](const Value*) mutable {
    dispose([last = std::move(value)]() mutable { last.reset(); });
  });
}

/// Values that are not shared end where they are.
template <class Value>
Value disposable(Value value) {
  return value;
}

}  // namespace treering::gui::jobs
