// No view shows an answer to another question as if it were that of this one.
#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTextEdit>
#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/window/curtain.h"
#include "gui/window/main_window.h"
#include "gui/window/views.h"
#include "tests/gui/jobs/crowd.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"
#include "tests/gui/views/logs.h"

namespace treering::gui::window {
namespace stale_answers_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

bool is_settled(MainWindow& window) {
  return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning();
}

bool settles(MainWindow& window) {
  return QTest::qWaitFor([&] { return is_settled(window); }, kPatience);
}

QString cells_of(const QAbstractItemView& view) {
  const QAbstractItemModel* const model = view.model();
  QString text;
  for (int row = 0; model != nullptr && row < model->rowCount(); ++row) {
    for (int column = 0; column < model->columnCount(); ++column) {
      text += model->index(row, column).data().toString() + QLatin1Char('|');
    }
  }
  return text;
}

/// What stands there, or is drawn; empty where it is no widget that shows something.
QString content_of(QWidget& widget) {
  if (const auto* const label = qobject_cast<QLabel*>(&widget)) return label->text();
  if (const auto* const text = qobject_cast<QTextEdit*>(&widget)) return text->toPlainText();
  if (const auto* const text = qobject_cast<QPlainTextEdit*>(&widget)) return text->toPlainText();
  if (const auto* const view = qobject_cast<QAbstractItemView*>(&widget)) return cells_of(*view);
  const bool is_drawn = widget.inherits("treering::gui::widgets::Canvas") ||
                        widget.inherits("treering::gui::widgets::PlotPanel") ||
                        widget.inherits("treering::gui::timeline::RowsView");
  if (!is_drawn) return {};
  const QImage image = widget.grab().toImage();
  const QByteArrayView bytes(image.constBits(), image.sizeInBytes());
  return QString::number(qHash(bytes, 0));
}

using Contents = std::map<QWidget*, QString>;

/// The contents of all that is seen in the views and beside them.
Contents contents_of(MainWindow& window) {
  Contents contents;
  for (QWidget* const one : window.findChildren<QWidget*>()) {
    const QString name = one->objectName();
    if (!one->isVisible() || name == u"curtain" || name == u"awaited") continue;
    if (const QString content = content_of(*one); !content.isEmpty()) contents[one] = content;
  }
  return contents;
}

/// The curtain upon it, or upon what it is part of, that `is`.
template <class Is>
bool has_curtain(const QWidget& widget, Is is) {
  for (const QWidget* one = &widget; one != nullptr; one = one->parentWidget()) {
    const auto* const curtain =
        one->findChild<Curtain*>(QStringLiteral("curtain"), Qt::FindDirectChildrenOnly);
    if (curtain != nullptr && curtain->isVisible() && is(*curtain)) return true;
  }
  return false;
}

bool is_dimmed(const QWidget& widget) {
  return has_curtain(widget, [](const Curtain& one) { return one.hasVeil(); });
}

bool is_named(const QWidget& widget) {
  return has_curtain(widget, [](const Curtain&) { return true; });
}

/// What still stood there under another question, undimmed, and is otherwise with its answer.
std::vector<std::string> stale(const Contents& before, const Contents& under,
                               const Contents& after) {
  std::vector<std::string> found;
  for (const auto& [widget, content] : under) {
    const auto old = before.find(widget);
    const auto next = after.find(widget);
    const bool is_as_before = old != before.end() && old->second == content;
    const bool is_right = next != after.end() && next->second == content;
    if (!is_as_before || is_right) continue;
    found.push_back(std::string(widget->metaObject()->className()) + " " +
                    widget->objectName().toStdString() + ": " + content.toStdString());
  }
  return found;
}

std::string awaited_in(MainWindow& window) {
  std::string text;
  for (const QLabel* const one : window.findChildren<QLabel*>(QStringLiteral("awaited"))) {
    if (one->parentWidget()->isVisible()) text += one->text().toStdString() + "\n";
  }
  return text;
}

struct Step {
  const char* what;
  std::function<void(models::Question&)> change;
  const char* named;  // by what is awaited
};

const std::vector<Step>& steps() {
  static const std::vector<Step> steps{
      {"nodes", [](models::Question& one) { one.job.nodes = 4; }, "× 4"},
      {"size", [](models::Question& one) { one.bytes = 100'000; }, "97.66 KiB"},
      {"collective", [](models::Question& one) { one.collective = core::Collective::AllGather; },
       "all_gather"},
      {"machines",
       [](models::Question& one) {
         one.job.topology = "dgx-h100";
         one.logs.clear();
       },
       "dgx-h100 × 4"},
      {"version", [](models::Question& one) { one.job.nccl = "2.16.5"; }, "× 4"},
      {"no machines", [](models::Question& one) { one.job.topology = "nosuch"; }, "nosuch × 4"},
      {"machines again", [](models::Question& one) { one.job.topology = "dgx-h100"; }, ""},
      {"fault", [](models::Question& one) { one = models::with_fault(one, "0/mlx5_0=0.5"); }, ""},
      {"oversubscription",
       [](models::Question& one) {
         one.job.leaf_switches = {"4", 2};
       },
       ""}};
  return steps;
}

class EveryView : public ::testing::TestWithParam<const ViewKind*> {
 protected:
  void SetUp() override {
    window_.resize(1280, 800);
    window_.show();
    window_.showView(QLatin1StringView(GetParam()->id));
    models::Question question;
    question.job.topology = views::views_test::kLogged;
    question.job.nodes = 2;
    question.logs = {views::views_test::write_log("stale.log", 1)};
    window_.session().open(question);
    ASSERT_TRUE(settles(window_));
  }

  void ask(const Step& step) {
    models::Question question = window_.session().question();
    step.change(question);
    window_.session().ask(question, QString::fromLatin1(step.what));
  }

  Contents undimmed() {
    Contents contents = contents_of(window_);
    std::erase_if(contents, [](const auto& one) { return is_dimmed(*one.first); });
    return contents;
  }

  MainWindow window_;
};

// From the moment of the question on, in every turn of the loop of events, by which answers come.
TEST_P(EveryView, DimsWhatIsNotOfTheQuestionAndNamesWhatIsComputed) {
  for (const Step& step : steps()) {
    SCOPED_TRACE(step.what);
    EXPECT_THAT(awaited_in(window_), IsEmpty());
    const Contents before = contents_of(window_);
    ask(step);
    std::vector<Contents> turns{undimmed()};
    const std::string awaited = awaited_in(window_);
    while (!is_settled(window_)) {
      QApplication::processEvents(QEventLoop::WaitForMoreEvents);
      turns.push_back(undimmed());
    }
    ASSERT_TRUE(settles(window_));
    const Contents after = contents_of(window_);
    for (const Contents& one : turns) ASSERT_THAT(stale(before, one, after), IsEmpty());
    if (!awaited.empty()) {
      EXPECT_THAT(awaited, HasSubstr(step.named));
    }
  }
}

// The first step is of other machines: no view has nothing to compute then.
TEST_P(EveryView, NamesTheMachinesThatAreWaitedFor) {
  ask(steps().front());
  EXPECT_THAT(awaited_in(window_), HasSubstr("× 4: computing"));
}

TEST_P(EveryView, NamesWhatWasCancelled) {
  const Contents before = contents_of(window_);
  ask(steps().front());
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  ASSERT_TRUE(settles(window_));
  const Contents under = undimmed();
  const auto* const problem = window_.findChild<QLabel*>(QStringLiteral("problem"));
  EXPECT_THAT(problem->text().toStdString(), StartsWith("Cancelled"));
  bool is_cancelled = false;
  for (const models::Showing& one : window_.session().showings()) {
    const auto* const part = qobject_cast<QWidget*>(one.part);
    const bool is_lacking = one.inquiry->state() == models::Inquiry::State::Cancelled;
    if (part == nullptr || !part->isVisible() || !is_lacking) continue;
    is_cancelled = true;
    EXPECT_THAT(problem->text().toStdString(), HasSubstr(one.inquiry->what().toStdString()));
    EXPECT_TRUE(is_named(*part)) << one.inquiry->what().toStdString();
    // It was seen before: something old stands there.
    EXPECT_TRUE(is_dimmed(*part)) << one.inquiry->what().toStdString();
  }
  // Findings from before it are an answer all the same.
  if (is_cancelled) {
    EXPECT_THAT(awaited_in(window_), HasSubstr("× 4: cancelled"));
  }
  window_.session().askAgain();
  ASSERT_TRUE(settles(window_));
  EXPECT_THAT(awaited_in(window_), IsEmpty());
  EXPECT_THAT(stale(before, under, contents_of(window_)), IsEmpty());
}

class AWindow : public ::testing::Test {
 protected:
  void show(const char* view, const models::Question& question) {
    window_.resize(1280, 800);
    window_.show();
    window_.showView(QLatin1StringView(view));
    window_.session().open(question);
    ASSERT_TRUE(settles(window_));
  }

  MainWindow window_;
};

// Its run is there, and is not drawn yet: what is dimmed is of the question before that.
TEST_F(AWindow, NamesTheQuestionThatIsDrawn) {
  show("algorithm", of_nodes(2));
  models::Session& session = window_.session();
  bool is_asked = false;
  QObject::connect(&session, &models::Session::runChanged, &window_, [&] {
    if (std::exchange(is_asked, true)) return;
    session.ask(of_nodes(8), {});
  });
  session.ask(of_nodes(4), {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return is_asked; }, kPatience));
  EXPECT_THAT(awaited_in(window_), HasSubstr("The dimmed answer is for dgx-h100 × 2."));
  EXPECT_THAT(awaited_in(window_), Not(HasSubstr("× 4")));
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_THAT(awaited_in(window_), HasSubstr("The dimmed answer is still for dgx-h100 × 2."));
  EXPECT_THAT(awaited_in(window_), Not(HasSubstr("× 4")));
  ASSERT_TRUE(settles(window_));
}

// Findings depend on neither size nor log.
TEST_F(AWindow, NamesOnlyInputsOnWhichAnAnswerDepends) {
  models::Question question = of_nodes(2);
  question.job.topology = views::views_test::kLogged;
  question.logs = {views::views_test::write_log("inputs.log", 1)};
  show("check", question);
  question.job.nodes = 4;
  question.bytes = 100'000;
  question.logs.clear();
  window_.session().ask(question, {});
  EXPECT_EQ(awaited_in(window_),
            "aws-p4d × 4: computing the findings\u00a0…\nThe dimmed answer is for aws-p4d × 2.\n");
  ASSERT_TRUE(settles(window_));
}

// Words out of sight would leave something dimmed without a reason.
TEST_F(AWindow, NamesWhatIsComputedWhereItIsSeen) {
  models::Question question = of_nodes(2);
  question.rival_nccl = "2.15.1";
  show("recommendation", question);
  auto* const scrolled = window_.shownPage().findChild<QScrollArea*>();
  QScrollBar& bar = *scrolled->verticalScrollBar();
  ASSERT_GT(bar.maximum(), 0);
  bar.setValue(bar.maximum());
  const jobs::Crowd crowd;
  question.job.nodes = 4;
  window_.session().ask(question, {});
  const auto is_read = [&] {
    const auto labels = scrolled->findChildren<QLabel*>(QStringLiteral("awaited"));
    return std::ranges::any_of(labels, [&](const QLabel* one) {
      const QRect place(one->mapTo(scrolled->viewport(), QPoint()), one->size());
      return one->isVisible() && scrolled->viewport()->rect().contains(place);
    });
  };
  EXPECT_TRUE(QTest::qWaitFor(is_read, kPatience));
  for (const int at : {0, bar.maximum() / 2, bar.maximum()}) {
    bar.setValue(at);
    EXPECT_TRUE(QTest::qWaitFor(is_read, kPatience)) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(StaleAnswers, EveryView, ::testing::ValuesIn([] {
                           std::vector<const ViewKind*> kinds;
                           for (const ViewKind& one : all_views()) kinds.push_back(&one);
                           return kinds;
                         }()),
                         [](const auto& view) { return std::string(view.param->id); });

}  // namespace stale_answers_test
}  // namespace treering::gui::window
