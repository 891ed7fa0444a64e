namespace Workflow.Core.Tests.TestKit;

/// <summary>Creates activity delegates.</summary>
internal static class Handlers
{
    public static ActivityAction<T> Action<T>(Func<DelegateInArgument<T>, Activity> handler)
    {
        DelegateInArgument<T> argument = new();
        return new ActivityAction<T> { Argument = argument, Handler = handler(argument) };
    }
}
