using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>A log event. The values of its placeholders and its exception are one text.</summary>
internal sealed record LoggedEvent(EventId Id, LogLevel Level, string Message, string Values);
