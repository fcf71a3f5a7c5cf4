#include "tuner/launch/worker_group.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "core/printable_text.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "tuner/launch/listener.h"
#include "tuner/launch/own_folder.h"

namespace treering::tuner::launch {
namespace {

using measure::Batch;
using measure::Hello;
using measure::Task;
using std::chrono::milliseconds;

constexpr milliseconds kGlance{50};
constexpr milliseconds kFarewell{5000};  // to end by themselves

milliseconds in_ms(core::Duration time) {
  return milliseconds(static_cast<std::int64_t>(time.in_us() / 1e3) + 1);
}

/// Names text that is no whole line of ours.
std::string described(std::string_view text) {
  return fmt::format("{} that are no answer, {}", core::counted(text.size(), "byte"),
                     core::in_quotes(text));
}

core::Failure stopped() {
  return core::environment_error("ranks", "asked to end before they were there");
}

class WorkerGroup final : public measure::Workers {
 public:
  WorkerGroup(OwnFolder folder, Process process, Caller caller)
      : folder_(std::move(folder)), process_(std::move(process)), caller_(std::move(caller)) {}
  ~WorkerGroup() override {
    { const Caller closed = std::move(caller_); }
    if (is_alive_) process_.wait(kFarewell);
  }

  /// \pre called once
  core::Result<void> greet(core::Duration patience, const std::stop_token& stop) {
    const auto line = next_line(patience, "its start", stop);
    auto hello = understood("its start", line, measure::parse_hello);
    if (!hello) return core::fail(hello.error());
    hello_ = *std::move(hello);
    return {};
  }

  [[nodiscard]] const Hello& hello() const override { return hello_; }
  [[nodiscard]] bool is_alive() const override { return is_alive_; }

  core::Result<Batch> run(const Task& task, core::Duration patience) override {
    caller_.send(line_of(task));
    const auto call = name_of(task.configuration.collective);
    auto line = next_line(patience, call);
    if (line && *line == measure::kCalledLine) line = next_line(patience, call);
    return understood(call, line, measure::parse_batch);
  }

 private:
  core::Result<std::string> next_line(core::Duration patience, std::string_view during,
                                      const std::stop_token& stop = {}) {
    auto line = caller_.receive(in_ms(patience), stop);
    if (line) return *std::move(line);
    if (caller_.end() == Caller::End::Stopped) {
      process_.end();
      return stopped();
    }
    if (caller_.end() == Caller::End::TimedOut) {
      return lost(during, "no answer within " + core::format_duration(patience),
                  "the workers were ended");
    }
    if (caller_.end() == Caller::End::TooLong) return lost_by_garbage(during, caller_.rest());
    is_alive_ = false;
    process_.wait(kFarewell);
    std::string how = process_.ending().value_or("closed its connection");
    if (!caller_.rest().empty()) how += ", after " + described(caller_.rest());
    return core::environment_error(std::string(during), "the workers ended: " + how,
                                   core::printable(process_.last_words()));
  }

  /// What the line says, by `parse`. Whoever sends something else than answers is not asked again.
  template <class Parse>
  auto understood(std::string_view during, const core::Result<std::string>& line,
                  const Parse& parse) -> decltype(parse("", "")) {
    if (!line) return core::fail(line.error());
    auto said = parse(*line, "worker");
    if (said || said.error().category == core::Category::Environment) return said;
    return lost_by_garbage(during, *line);
  }

  core::Failure lost(std::string_view during, std::string found, std::string hint) {
    is_alive_ = false;
    process_.end();
    return core::environment_error(std::string(during), std::move(found), std::move(hint));
  }

  core::Failure lost_by_garbage(std::string_view during, std::string_view text) {
    return lost(during, "the workers sent " + described(text), "the workers were ended");
  }

  OwnFolder folder_;
  Process process_;
  Caller caller_;
  Hello hello_;
  bool is_alive_ = true;
};

/// Waits for the call, as long as the process lives and nobody asks to stop.
std::optional<Caller> call_of(Listener& listener, Process& process, milliseconds most,
                              const std::stop_token& stop) {
  for (milliseconds waited{0}; waited < most && !stop.stop_requested(); waited += kGlance) {
    if (auto caller = listener.accept(kGlance)) return caller;
    if (process.ending()) return listener.accept(milliseconds(0));
  }
  return {};
}

}  // namespace

core::Result<std::unique_ptr<measure::Workers>> start_workers(Command command,
                                                              core::Duration patience,
                                                              const std::stop_token& stop) {
  auto folder = OwnFolder::temporary();
  if (!folder) return core::fail(folder.error());
  const std::string path = folder->file("socket");
  std::ranges::replace(command.words, std::string(kSocketWord), path);
  auto listener = Listener::at(path);
  if (!listener) return core::fail(listener.error());
  auto process = Process::start(command);
  if (!process) return core::fail(process.error());
  auto caller = call_of(*listener, *process, in_ms(patience), stop);
  if (!caller && stop.stop_requested()) return stopped();
  if (!caller) {
    const auto ending = process->ending();
    return core::environment_error(
        command.words.front(),
        ending ? "ended before the workers called: " + *ending
               : "the workers did not call within " + core::format_duration(patience),
        core::printable(process->last_words()));
  }
  auto group =
      std::make_unique<WorkerGroup>(*std::move(folder), *std::move(process), *std::move(caller));
  if (const auto greeted = group->greet(patience, stop); !greeted) {
    return core::fail(greeted.error());
  }
  return group;
}

}  // namespace treering::tuner::launch
