#include "gui/views/charts/charts_remark.h"

#include <QCoreApplication>

#include "gui/models/faults.h"
#include "gui/models/words.h"
#include "report/charts/measured.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::charts {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("ChartsView", text);
}

/// Why a log that is to be checked is not in the chart; else empty.
QString log_remark(const models::Answer<app::CheckReport>& check, const app::CheckReport* shown,
                   const app::PredictReport& times) {
  if (check && !*check) {
    return tr("The log is not in the chart: %1").arg(models::message_of(check->error()));
  }
  return shown == nullptr ? QString()
                          : QString::fromStdString(report::charts::remark_on(*shown, times));
}

}  // namespace

QString charts_remark(const models::Session& session, bool has_lines,
                      const app::CheckReport* shown) {
  const app::PredictReport* const report = models::report_of(session.timesInquiry().shown());
  if (!session.question().has_topology()) {
    return tr("Choose a topology: the charts of its collectives appear here.");
  }
  if (report == nullptr) return {};
  QStringList remarks;
  if (has_lines) {
    remarks << models::left_out_faults(session.question(), tr("these curves"))
            << models::with_labels(report::prediction::guess_sentences(report->job));
  } else {
    remarks << models::with_labels(report::prediction::no_recommendation(*report, 0).answer);
  }
  remarks << log_remark(session.check(), shown, *report);
  remarks.removeAll(QString());
  return remarks.join(QLatin1Char('\n'));
}

}  // namespace treering::gui::views::charts
