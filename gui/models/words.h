// Messages of answers in the words of the window.
#pragma once

#include <QString>
#include <string>

#include "core/result.h"
#include "gui/models/inquiry.h"

namespace treering::gui::models {

/// An error, with the fields of questions (core/text/field.h) as the labels of their inputs.
QString message_of(const core::Error& error);
QString with_labels(const std::string& text);

/// Why an answer is not there; empty where it is, or where a curtain says that it is awaited or was
/// cancelled (gui/window/curtain.h).
template <class Report>
QString why_not(const Answer<Report>& answer) {
  if (!answer || *answer || is_cancelled(answer)) return {};
  return message_of(answer->error());
}

/// "163.2 us", "1.25 ms".
QString duration_text(double us);

/// "12.35 us", "0.413 us", "2244.5 us": a moment or a length in a run, always in us.
QString us_text(double us);

/// "106.76": as tables of the report have times, in us.
QString us_figure(double us);

/// Its words are broken nowhere when it wraps: "17/8/24->16->0", "0.1 GB/s".
QString unbroken(const QString& text);

/// Of a time over another: "1.43 times as long"; "1.09 times as fast" where it is shorter; "as
/// long" where two digits show no difference.
QString ratio_text(double longer);

}  // namespace treering::gui::models
