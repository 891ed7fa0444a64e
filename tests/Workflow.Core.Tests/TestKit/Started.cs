namespace Workflow.Core.Tests.TestKit;

/// <summary>Starts an asynchronous operation as a caller without a synchronization context does.</summary>
internal static class Started
{
    public static T WithoutContext<T>(Func<T> start)
    {
        T? started = default;
        NoContext.Run(() => started = start());
        return started!;
    }
}
