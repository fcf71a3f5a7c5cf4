#include "gui/window/application.h"

#include <QApplication>
#include <QByteArray>
#include <QByteArrayView>
#include <QPixmap>
#include <QStringList>
#include <QStyleHints>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "app/setup/time_model.h"
#include "core/result.h"
#include "core/text/field.h"
#include "gui/animation/export.h"
#include "gui/jobs/asker.h"
#include "gui/paint/saved_picture.h"
#include "gui/paint/theme.h"
#include "gui/widgets/labels.h"
#include "gui/window/command_line.h"
#include "gui/window/file_opener.h"
#include "gui/window/main_window.h"
#include "gui/window/memory.h"

namespace treering::gui::window {
namespace {

/// Lines that Qt said while it looked for a display. Its handler of messages is a plain function.
struct Heard {
  QStringList all;
  QStringList of_displays;  // of the parts of Qt that open them
};
Heard& heard() {
  static Heard lines;
  return lines;
}

/// The error of a machine on which Qt finds no display. \param reason in Qt's words; may be empty
core::Error no_display(const std::string& reason) {
  const bool is_named =
      !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
  std::string found = "neither DISPLAY nor WAYLAND_DISPLAY is set";
  if (is_named) found = "cannot be opened" + (reason.empty() ? "" : " (" + reason + ")");
  return core::environment_error("the display", found, {},
                                 "--screenshot FILE.png draws a picture without one")
      .value();
}

void hear(QtMsgType type, const QMessageLogContext& where, const QString& text) {
  if (type != QtFatalMsg) {
    heard().all << text;
    if (QByteArrayView(where.category).startsWith("qt.qpa")) heard().of_displays << text;
    return;
  }
  const std::string reason = heard().of_displays.value(0).trimmed().toStdString();
  const core::Error error = no_display(reason);
  std::fprintf(stderr, "treering-gui: %s\n", error.message().c_str());
  // Qt would abort next.
  std::_Exit(static_cast<int>(error.category));
}

/// From here on Qt's failure to open a display ends the program with the sentence and the exit code
/// of no_display, and nothing else is printed.
void expect_display() {
  qInstallMessageHandler(hear);
}

/// The display is open: Qt's warnings are printed again, first those that came until now.
void display_is_open() {
  qInstallMessageHandler(nullptr);
  for (const QString& line : heard().all) std::fprintf(stderr, "%s\n", qPrintable(line));
  heard() = {};
}

int complain(const core::Error& error) {
  const auto as_option = [](std::string_view field) {
    // --size is that of the window.
    return std::optional("--" + std::string(field == "size" ? "bytes" : field));
  };
  std::fprintf(stderr, "treering-gui: %s\n", core::with_fields(error.message(), as_option).c_str());
  return static_cast<int>(error.category);
}

/// The desktop's, by the brightness of its windows: Qt 6.4 does not say it otherwise.
paint::Shade shade_of_desktop() {
  constexpr int kHalf = 128;
  const bool is_dark = QApplication::palette().color(QPalette::Window).lightness() < kHalf;
  return is_dark ? paint::Shade::Dark : paint::Shade::Light;
}

/// Goes on until nothing is worked on and all is painted. Sleeps meanwhile: workers need the cores.
void settle(MainWindow& window) {
  QApplication::processEvents(QEventLoop::AllEvents);
  while (window.session().isBusy() || jobs::Board::instance().isAnyRunning()) {
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  // Texts that wrap get their heights, and what is around them its own, in several turns.
  constexpr int kTurns = 6;
  for (int turn = 0; turn < kTurns; ++turn) QApplication::processEvents(QEventLoop::AllEvents);
}

/// The first error among the answers.
std::optional<core::Error> error_of(const models::Session& session) {
  if (session.machine() && !*session.machine()) return session.machine()->error();
  if (session.times() && !*session.times()) return session.times()->error();
  if (session.check() && !*session.check()) return session.check()->error();
  if (session.faultWords() && !*session.faultWords()) return session.faultWords()->error();
  for (const auto side : models::kSides) {
    if (session.run(side) && !*session.run(side)) return session.run(side)->error();
  }
  return {};
}

int draw_animation(MainWindow& window, const Start& start) {
  animation::Film film = window.film();
  film.frames = start.frames;
  animation::Export making(film, *start.animation);
  std::optional<core::Result<int>> made;
  QObject::connect(&making, &animation::Export::ended,
                   [&made](const core::Result<int>& frames) { made = frames; });
  making.start();
  while (!made) {
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  return *made ? 0 : complain(made->error());
}

/// A picture is as large as it is asked to be, or none.
std::optional<core::Error> too_small(const MainWindow& window, const Start& start) {
  const QSize& asked = start.size;
  if (window.width() <= asked.width() && window.height() <= asked.height()) return {};
  const QSize least = window.size().expandedTo(window.minimumSizeHint());
  return core::usage_error("--size", fmt::format("found {}x{}", asked.width(), asked.height()),
                           fmt::format("expected at least {}x{}, the least size of this view",
                                       least.width(), least.height()))
      .value();
}

int draw(MainWindow& window, const Start& start) {
  settle(window);
  if (start.time_us) window.clock().seek(*start.time_us);
  settle(window);
  const QString refusal = window.session().refusal();
  if (!refusal.isEmpty()) {
    std::fprintf(stderr, "treering-gui: %s\n", qPrintable(refusal));
    return static_cast<int>(core::Category::BadInput);
  }
  if (const auto error = error_of(window.session())) return complain(*error);
  if (!start.question.logs.empty() && !window.session().question().has_topology()) {
    const auto nowhere = core::usage_error(
        start.question.logs.front(), "the log shows no machine", "expected the TOPOLOGY it ran on",
        "treering-gui TOPOLOGY --check " + start.question.logs.front());
    return complain(nowhere.value());
  }
  if (const auto small = too_small(window, start)) return complain(*small);
  if (start.screenshot &&
      !paint::with_few_colours(window.grab().toImage()).save(*start.screenshot)) {
    const auto cannot =
        core::bad_input(start.screenshot->toStdString(), "cannot be written as a picture",
                        "expected a name that ends in .png, in a folder that exists");
    return complain(cannot.value());
  }
  return start.animation ? draw_animation(window, start) : 0;
}

QStringList logs_of(const Start& start) {
  QStringList logs;
  for (const std::string& log : start.question.logs) logs << QString::fromStdString(log);
  return logs;
}

void open_profile(MainWindow& window, const Start& start) {
  const auto& profile = start.question.time_model.profile;
  if (profile) window.openProfile(QString::fromStdString(*profile));
}

int open_window(const Start& start) {
  paint::set_theme(start.shade ? *start.shade : remembered_shade().value_or(shade_of_desktop()));
  MainWindow window;
  window.resize(start.size);
  if (!start.question.has_topology()) window.restore();
  if (!start.view.isEmpty()) window.showView(start.view);
  if (start.question.has_topology()) {
    window.openQuestion(start.question);
  } else {
    open_profile(window, start);
    if (!start.question.logs.empty()) window.openLogs(logs_of(start));
    if (!start.file.isEmpty()) window.openFiles({start.file});
  }
  window.show();
  if (!start.lesson.isEmpty()) window.showLesson(start.lesson, start.lesson_step);
  return QApplication::exec();
}

int draw_window(const Start& start) {
  paint::set_theme(start.shade.value_or(paint::Shade::Light));
  MainWindow window;
  window.resize(start.size);
  if (!start.view.isEmpty()) window.showView(start.view);
  if (start.question.has_topology()) {
    window.session().open(start.question);
  } else {
    open_profile(window, start);
    if (!start.question.logs.empty()) window.openLogs(logs_of(start));
  }
  window.show();
  if (!start.lesson.isEmpty()) {
    settle(window);
    window.showLesson(start.lesson, start.lesson_step);
  }
  return draw(window, start);
}

/// Qt's platform without a display warns of what pictures do not need.
void drop_warnings(QtMsgType type, const QMessageLogContext& /*where*/, const QString& text) {
  if (type == QtCriticalMsg || type == QtFatalMsg) std::fprintf(stderr, "%s\n", qPrintable(text));
}

}  // namespace

int run(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto parsed = parse_command_line(words);
  if (!parsed) return complain(parsed.error());
  if (const auto* const text = std::get_if<Text>(&*parsed)) {
    std::fputs(text->text.c_str(), stdout);
    return 0;
  }
  const auto& given = std::get<Start>(*parsed);
  const auto sorted = given.is_shown() ? with_file_or_later(given) : with_file(given);
  if (!sorted) return complain(sorted.error());
  const Start& start = *sorted;
  // Some views need no times, so that none of them would say so.
  const auto profile = app::setup::time_model_options(start.question.time_model);
  if (!profile) return complain(profile.error());
  const QByteArray offscreen("offscreen");
  if (start.is_shown()) {
    expect_display();
  } else {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", offscreen);
    if (qgetenv("QT_QPA_PLATFORM") == offscreen) qInstallMessageHandler(drop_warnings);
  }
  jobs::return_large_values();
  int arguments = 1;
  const QApplication application(arguments, argv);
  if (start.is_shown()) display_is_open();
  widgets::show_texts_plain();
  QApplication::setApplicationName(QStringLiteral("treering"));
  QApplication::setOrganizationName(QStringLiteral("treering"));
  return start.is_shown() ? open_window(start) : draw_window(start);
}

}  // namespace treering::gui::window
