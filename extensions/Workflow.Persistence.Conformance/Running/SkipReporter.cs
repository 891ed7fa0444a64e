using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Persistence.Conformance;

/// <summary>Passes the messages of a test case to xunit, and replaces the failure of a test that does not apply to the store.</summary>
internal sealed class SkipReporter(IMessageBus messages) : IMessageBus
{
    /// <summary>The number of replaced failures.</summary>
    public int Skipped { get; private set; }

    public bool QueueMessage(IMessageSinkMessage message)
    {
        if (message is not ITestFailed failed || failed.ExceptionTypes is not [var type, ..] || type != typeof(TestSkippedException).FullName)
        {
            return messages.QueueMessage(message);
        }

        Skipped++;
        return messages.QueueMessage(new TestSkipped(failed.Test, failed.Messages[0]));
    }

    /// <summary>Does nothing: xunit disposes of its own bus.</summary>
    public void Dispose()
    {
    }
}
