#include <QAbstractItemModelTester>
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/views/charts/lines_model.h"
#include "gui/views/charts/save_chart.h"
#include "report/charts/calls.h"
#include "tests/gui/views/logs.h"

namespace treering::gui::views::charts {
namespace charts_test {

using report::charts::Chart;
using report::charts::Quantity;
using report::charts::Scale;
using report::charts::Series;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const app::PredictReport& dgx() {
  static const app::PredictReport report = [] {
    app::PredictRequest request;
    request.job.topology = "dgx-h100";
    request.job.nodes = 4;
    return app::answer(request).value();
  }();
  return report;
}

Chart times() {
  return report::charts::over_sizes(dgx(), nullptr, Quantity::Time);
}

Chart rates() {
  return report::charts::over_sizes(dgx(), nullptr, Quantity::Busbw);
}

std::ptrdiff_t bands_of(const Chart& chart) {
  return std::ranges::count_if(
      chart.series, [](const Series& one) { return one.band != report::charts::Band::None; });
}

TEST(ShownChart, MarksTheQuestionBesideTheChanges) {
  const Chart chart = shown_chart(times(), {.bytes = 1 << 20U});
  ASSERT_EQ(chart.marks.size(), 4U);
  EXPECT_EQ(chart.marks[3].x, 1 << 20U);
  EXPECT_EQ(chart.marks[3].text, "asked: 1 MiB");
  EXPECT_EQ(shown_chart(times(), {.has_changes = false, .bytes = 8}).marks.size(), 1U);
}

// They keep their sizes: what is hidden is pointed at too.
TEST(ShownChart, HasNoHiddenLines) {
  const Chart all = shown_chart(times(), {.bytes = 8});
  const Chart few = shown_chart(times(), {.hidden = {"Ring/LL", "the fastest"}, .bytes = 8});
  EXPECT_EQ(bands_of(all), 1);
  EXPECT_EQ(bands_of(few), 0);
  EXPECT_EQ(few.series.size() + 2, all.series.size());
  EXPECT_EQ(few.stops, all.stops);
}

TEST(ShownChart, ShowsTheBandOfTheCandidateThatIsLookedAt) {
  const Chart chart = shown_chart(times(), {.looked_at = "Ring/LL"});
  EXPECT_EQ(bands_of(chart), 2);
  EXPECT_EQ(bands_of(shown_chart(times(), {.looked_at = "bound of the wires"})), 1);
}

TEST(ShownChart, BusbwIsLogarithmicOnWish) {
  EXPECT_EQ(shown_chart(rates(), {.is_log = true}).y.scale, Scale::Log);
  EXPECT_EQ(shown_chart(rates(), {.is_log = false}).y.scale, Scale::Linear);
  EXPECT_EQ(shown_chart(times(), {.is_log = false}).y.scale, Scale::Log);
}

TEST(LinesModel, IsAModel) {
  LinesModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setCharts(times(), rates());
  model.setSize(1 << 20U);
  const auto text = [&](int row, int column) {
    return model.index(row, column).data().toString().toStdString();
  };
  const auto sample = model.index(1, LinesModel::Name).data(Qt::DecorationRole).value<QPixmap>();
  EXPECT_EQ(sample.toImage().pixelColor(0, 0),
            paint::theme().paper());  // also where it is selected
  EXPECT_EQ(text(1, LinesModel::Name), "Tree/LL128");
  EXPECT_EQ(text(1, LinesModel::Marks), "=*");
  EXPECT_EQ(text(1, LinesModel::Time), "111.99");
  EXPECT_EQ(text(1, LinesModel::Within), "71.3..249");
  EXPECT_TRUE(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
  EXPECT_EQ(model.hidden(), std::set<std::string>{"Tree/LL128"});
  model.setCharts(times(), rates());
  EXPECT_EQ(model.index(1, 0).data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
  model.setCharts({}, {});
}

TEST(LinesCsv, HasARowForEachCandidateAndSize) {
  const std::string csv = csv_of(dgx());
  EXPECT_THAT(csv, StartsWith("collective,bytes,algorithm,protocol,"));
  EXPECT_THAT(csv, HasSubstr("\nall_reduce,1048576,Tree,LL128,16,111.99,9.3635,18.142,true,true,"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(dgx().rows.size()) + 1);
}

TEST(LinesCsv, HasTheMeasuredRowsOfTheChart) {
  app::CheckRequest request;
  request.files = {views_test::write_log("measured.log", 1.05)};
  request.job.topology = views_test::kLogged;
  const app::CheckReport check = app::answer(request).value();
  app::PredictRequest asked;
  asked.job.topology = views_test::kLogged;
  asked.job.nodes = 2;
  const app::PredictReport two = app::answer(asked).value();
  const std::string csv = csv_of(two, &check);
  EXPECT_THAT(csv, HasSubstr("\nall_reduce,1048576,"));
  EXPECT_THAT(csv, ::testing::EndsWith(",measured (measured.log)\n"));
  LinesModel model;
  model.setCharts(report::charts::over_sizes(two, &check, Quantity::Time),
                  report::charts::over_sizes(two, &check, Quantity::Busbw));
  model.setSize(1 << 20U);
  const int last = model.rowCount() - 1;
  EXPECT_EQ(model.index(last, LinesModel::Within).data().toString(), QStringLiteral("× 1.05"));
  EXPECT_THAT(model.index(last, 0).data(Qt::ToolTipRole).toString().toStdString(),
              HasSubstr("measured / predicted: 1.05"));
}

TEST(ScalingCsv, HasARowForNcclsChoiceAndTheFastest) {
  app::advice::ScalingRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 4;
  request.bytes = 1 << 20U;
  request.most_nodes = 8;
  const auto report = app::advice::answer(request).value();
  EXPECT_THAT(csv_of(report), HasSubstr("\n4,32,nccl_default,Tree,LL128,111.99,18.142,516.67\n"));
}

}  // namespace charts_test
}  // namespace treering::gui::views::charts
