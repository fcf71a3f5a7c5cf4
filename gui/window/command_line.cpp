#include "gui/window/command_line.h"

#include <QFileInfo>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/setup/calls.h"
#include "app/setup/names.h"
#include "gui/lessons/lesson.h"
#include "gui/window/application.h"
#include "gui/window/views.h"
#include "report/man_page.h"

namespace treering::gui::window {
namespace {

/// In roff, from the options of the command line.
std::string man_page(const CLI::App& app) {
  std::string text =
      report::man_head(app.get_name(), "the window of treering, on collectives of GPU machines");
  text += "[TOPOLOGY] [options]\n.SH DESCRIPTION\n" + report::man_text(app.get_description());
  text +=
      "\nIt shows topologies, rings and trees, messages on their way, times over size and what to "
      "set in NCCL. It needs no GPU, and with \\-\\-screenshot no display.\n.SH OPTIONS\n";
  for (const CLI::Option* const option : app.get_options()) {
    text += report::man_tagged(option->get_name(true, true), option->get_description());
  }
  // As they stand in --help: each line is one.
  text += ".SH EXAMPLES\n.nf\n" + report::man_text(app.get_footer()) + "\n.fi\n";
  text += report::man_version() + ".SH SEE ALSO\n.BR treering (1)\n";
  return text;
}

constexpr const char* kExamples =
    "Examples (`treering list topologies` has the built-in names):\n"
    "  treering-gui dgx-h100 --nodes 4\n"
    "      which algorithm a cluster should use, and why\n"
    "  treering-gui dgx-h100 --nodes 4 --view compare --algo ring,tree\n"
    "      two algorithms side by side on one clock\n"
    "  treering-gui dgx-h100 --check run.log\n"
    "      an nccl-tests log beside what was expected\n"
    "  treering-gui --screenshot x.png --view charts dgx-h100\n"
    "      a view as a picture, without a display";

/// Options as they are written; empty: not given.
struct Words {
  std::string topology;
  std::string nccl;
  std::string nic_rate;
  std::string profile;
  std::string collective = "all_reduce";
  std::string bytes = "1M";
  std::optional<std::string> algorithms;
  std::optional<std::string> protocols;
  std::string size = "1280x800";
  std::string theme;
  std::string screenshot;
  std::string animation;
  int frames = 120;
  std::string view;
  std::string lesson;
  std::vector<std::string> env;
  std::vector<std::string> logs;
  std::vector<std::string> faults;
  std::optional<int> nodes;
  std::optional<int> gpus_per_node;
  std::optional<double> time_us;
  bool man = false;
};

std::string lesson_ids() {
  QStringList ids;
  for (const lessons::Lesson& one : lessons::all_lessons()) ids << QLatin1StringView(one.id);
  return ids.join(QStringLiteral(", ")).toStdString();
}

void add_options(CLI::App& app, Words& words) {
  app.add_option("TOPOLOGY", words.topology, "a built-in name, a file, or live");
  app.add_option("--nodes", words.nodes, "nodes of the job; else as many as TOPOLOGY has");
  app.add_option("--gpus-per-node", words.gpus_per_node, "GPUs of each node; else all");
  app.add_option("--nic-rate", words.nic_rate, "rate of every adapter port in Gbit/s");
  app.add_option("--nccl", words.nccl, "NCCL version, or its beginning; else the newest known");
  app.add_option("--profile", words.profile, "a profile of the cost model, over the built-in one");
  // One value each time: the word after it is TOPOLOGY.
  const auto add_repeatable = [&app](const char* name, auto& all, const char* help) {
    app.add_option(name, all, help)->allow_extra_args(false);
  };
  add_repeatable("--env", words.env, "an NCCL variable: NAME=VALUE; repeatable");
  app.add_option("-c,--collective", words.collective,
                 "collective, by nccl-tests' name; else all_reduce");
  app.add_option("-b,--bytes", words.bytes, "size of the call, as nccl-tests has it: 8M; else 1M");
  app.add_option("--algo", words.algorithms,
                 "algorithm; a second one, after a comma, beside it; else NCCL's choice");
  app.add_option("--proto", words.protocols, "protocol; likewise");
  add_repeatable("--fault", words.faults,
                 "what is wrong: NODE/DEVICE=SHARE of its rate, =down, rankN=+TIME; repeatable");
  add_repeatable("--check", words.logs, "an nccl-tests log to compare with; repeatable");
  app.add_option("--screenshot", words.screenshot, "draw a view into this file, without a display");
  app.add_option("--animation", words.animation,
                 "draw a view over the time of the run: FILE.html, or a folder of pictures");
  app.add_option("--frames", words.frames, "of the animation; else 120")
      ->check(CLI::Range(2, 2000));
  app.add_option("--view", words.view,
                 "topology, algorithm, compare, charts, recommendation or check");
  app.add_option("--size", words.size, "of the window in pixels: WxH; else 1280x800");
  app.add_option("--theme", words.theme, "dark or light");
  app.add_option("--lesson", words.lesson, "a lesson, and its step: two-trees:3; " + lesson_ids());
  app.add_option("--time", words.time_us, "the moment that is shown, in us");
  app.add_flag("--man", words.man, "print the manual page");
}

std::optional<std::string> given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// "ring,tree": what is shown and its rival, as our tables spell them; empty: NCCL's choice.
core::Result<std::array<std::string, 2>> two(app::setup::NameKind kind,
                                             const std::optional<std::string>& text) {
  std::array<std::string, 2> both;
  if (!text) return both;
  const auto names = app::setup::parse_names(kind, *text);
  if (!names) return core::fail(names.error());
  if (names->size() > both.size()) {
    return core::usage_error("'" + *text + "'", "found more than two names", "expected one or two");
  }
  std::ranges::copy(*names, both.begin());
  return both;
}

core::Result<models::Question> question_of(const Words& words) {
  models::Question question;
  question.job.topology = words.topology;
  question.job.nodes_may_differ = true;
  question.job.nodes = words.nodes;
  question.job.gpus_per_node = words.gpus_per_node;
  question.job.adapters.nic_rate = given(words.nic_rate);
  question.job.nccl = given(words.nccl);
  question.time_model.profile = given(words.profile);
  question.job.variables.env = words.env;
  question.faults = words.faults;
  question.logs = words.logs;
  const auto collective = app::setup::parse_collective(words.collective);
  if (!collective) return core::fail(collective.error());
  question.collective = *collective;
  const auto bytes = app::setup::parse_call_size(words.bytes, "bytes");
  if (!bytes) return core::fail(bytes.error());
  question.bytes = *bytes;
  const auto algorithms = two(app::setup::NameKind::SimulatedAlgorithm, words.algorithms);
  if (!algorithms) return core::fail(algorithms.error());
  const auto protocols = two(app::setup::NameKind::Protocol, words.protocols);
  if (!protocols) return core::fail(protocols.error());
  question.shown = {algorithms->front(), protocols->front()};
  const sim::Way rival{algorithms->back(), protocols->back()};
  if (rival.is_named()) question.rival = rival;
  return question;
}

core::Result<QSize> size_of(const std::string& text) {
  constexpr QSize kLeast(800, 600);  // in less, views are cut
  constexpr int kMost = 8192;
  const QStringList parts = QString::fromStdString(text).split(QLatin1Char('x'));
  const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
  const auto is_fine = [](int length, int least) { return length >= least && length <= kMost; };
  if (is_fine(size.width(), kLeast.width()) && is_fine(size.height(), kLeast.height())) return size;
  return core::usage_error("--size", "found '" + text + "'",
                           "expected WxH from 800x600 to 8192x8192 pixels", "try 1280x800");
}

core::Result<std::optional<paint::Shade>> shade_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "dark") return paint::Shade::Dark;
  if (text == "light") return paint::Shade::Light;
  return core::usage_error("--theme", "found '" + text + "'", "expected dark or light");
}

/// us; not before the beginning of the run.
core::Result<std::optional<double>> moment_of(const Words& words) {
  if (!words.time_us || (std::isfinite(*words.time_us) && *words.time_us >= 0)) {
    return words.time_us;
  }
  return core::usage_error("--time", fmt::format("found {}", *words.time_us),
                           "expected a moment in us, from 0 on");
}

core::Result<std::optional<QString>> animation_of(const Words& words) {
  if (words.animation.empty()) return std::nullopt;
  const QString name = QString::fromStdString(words.animation);
  const QString ending = QFileInfo(name).suffix();
  if (ending.isEmpty() || ending == QStringLiteral("html") || QFileInfo(name).isDir()) return name;
  return core::usage_error("--animation", "found '" + words.animation + "'",
                           "expected a name that ends in .html, or that of a folder");
}

/// "topology, algorithm", of those that `is_one`.
template <class Is>
std::string views_that(Is is_one) {
  QStringList ids;
  for (const ViewKind& kind : all_views()) {
    if (is_one(kind)) ids << QLatin1StringView(kind.id);
  }
  return ids.join(QStringLiteral(", ")).toStdString();
}

/// The view that is asked for; empty: none in particular.
core::Result<QString> view_of(const Words& words) {
  const bool is_free = words.view.empty() && words.lesson.empty();
  if (is_free && !words.animation.empty()) return QStringLiteral("algorithm");
  if (is_free && !words.logs.empty()) return QStringLiteral("check");
  if (words.view.empty()) return QString();
  const auto found = std::ranges::find(all_views(), words.view, &ViewKind::id);
  if (found == all_views().end()) {
    return core::usage_error("--view", "found '" + words.view + "'",
                             "expected " + views_that([](const ViewKind&) { return true; }));
  }
  if (!words.animation.empty() && !found->is_of_runs) {
    return core::usage_error("--animation", "nothing moves in the view " + words.view,
                             "expected --view " + views_that(std::mem_fn(&ViewKind::is_of_runs)));
  }
  return QString::fromStdString(words.view);
}

/// "two-trees:3": the lesson and its step, from 1.
core::Result<std::pair<QString, int>> lesson_of(const std::string& text) {
  if (text.empty()) return std::pair(QString(), 1);
  const QStringList parts = QString::fromStdString(text).split(QLatin1Char(':'));
  const lessons::Lesson* const lesson = lessons::find_lesson(parts.first());
  if (lesson == nullptr) {
    return core::usage_error("--lesson", "found '" + parts.first().toStdString() + "'",
                             "expected " + lesson_ids());
  }
  bool is_number = true;
  const int step = parts.size() > 1 ? parts[1].toInt(&is_number) : 1;
  const auto steps = static_cast<int>(lesson->steps.size());
  if (parts.size() <= 2 && is_number && step >= 1 && step <= steps) {
    return std::pair(parts.first(), step);
  }
  return core::usage_error("--lesson", "found '" + text + "'",
                           fmt::format("expected a step from 1 to {}", steps));
}

core::Result<Start> start_of(const Words& words) {
  auto question = question_of(words);
  if (!question) return core::fail(question.error());
  const auto size = size_of(words.size);
  if (!size) return core::fail(size.error());
  const auto shade = shade_of(words.theme);
  if (!shade) return core::fail(shade.error());
  const auto moment = moment_of(words);
  if (!moment) return core::fail(moment.error());
  const auto animation = animation_of(words);
  if (!animation) return core::fail(animation.error());
  const auto view = view_of(words);
  if (!view) return core::fail(view.error());
  const auto lesson = lesson_of(words.lesson);
  if (!lesson) return core::fail(lesson.error());
  Start start{.question = *std::move(question)};
  if (!words.screenshot.empty()) start.screenshot = QString::fromStdString(words.screenshot);
  start.animation = *animation;
  start.frames = words.frames;
  start.view = *view;
  start.size = *size;
  start.shade = *shade;
  start.time_us = *moment;
  std::tie(start.lesson, start.lesson_step) = *lesson;
  return start;
}

}  // namespace

core::Result<StartOrText> parse_command_line(std::span<const std::string> given_words) {
  CLI::App app("Which ring, which tree, over which wires, and what it costs.", "treering-gui");
  app.footer(kExamples);
  app.set_version_flag("--version", version_text());
  Words words;
  add_options(app, words);
  try {
    // CLI11 takes them from the last to the first.
    app.parse(std::vector<std::string>(given_words.rbegin(), given_words.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      return core::usage_error({}, error.what(), {}, "see treering-gui --help");
    }
    const bool is_version = dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr;
    return Text{is_version ? std::string(error.what()) + "\n" : app.help()};
  }
  if (words.man) return Text{man_page(app)};
  auto start = start_of(words);
  if (!start) return core::fail(start.error());
  return *std::move(start);
}

}  // namespace treering::gui::window
