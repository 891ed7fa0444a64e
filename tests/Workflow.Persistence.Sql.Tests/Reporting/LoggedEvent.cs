using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>A message as a logger gets it, with the values of its placeholders and its exception as text.</summary>
internal sealed record LoggedEvent(EventId Id, LogLevel Level, string Message, string Values);
