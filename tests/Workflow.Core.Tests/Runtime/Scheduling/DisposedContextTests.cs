using System.Reflection;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>Every public member of every kind of context throws after the call that received the context has returned, and has no effect.</summary>
public sealed class DisposedContextTests
{
    private readonly Log _log = new();
    private readonly List<ActivityContext> _kept = [];

    [Theory, Lanes]
    [Rule("1.11")]
    public void Members_OfEveryContext_ThrowAfterCall(Lane lane)
    {
        RunKeeping(lane, use: _ => { });
        string[] undisturbed = _log.Entries;
        Assert.Equal(
            [
                "ActivityContext",
                "AsyncCodeActivityContext",
                "CodeActivityContext",
                "NativeActivityAbortContext",
                "NativeActivityContext",
                "NativeActivityFaultContext"
            ],
            _kept.Select(context => context.GetType().Name).Distinct().Order(StringComparer.Ordinal));

        _log.Clear();
        _kept.Clear();
        RunKeeping(lane, UseAll);
        _log.AssertIs(undisturbed);
    }

    /// <summary>
    /// Runs a workflow that keeps a context of each kind. The contexts are used by the last child, while that child waits, and after the end.
    /// </summary>
    private void RunKeeping(Lane lane, Action<ActivityInstance> use)
    {
        ActivityInstance? instance = null;
        Operation operation = new(_log, "operation") { OnStart = _kept.Add };
        Step keeper = new(_log, "keeper", _kept.Add);
        Note lambda = new(_log, context =>
        {
            _kept.Add(context);
            return "lambda";
        });
        Probe failing = new(_log, "failing")
        {
            Input = new InArgument<int>(Keep),
            OnAbort = _kept.Add,
            Body = _ => throw new InvalidOperationException("boom")
        };
        Probe last = new(_log, "last") { Body = _ => use(instance!) };
        Probe root = new(_log, "root", new Sequence { Activities = { keeper, operation, lambda, failing } }, last);
        root.Body = context =>
        {
            _kept.Add(context);
            instance = root.ScheduleGuarded(context, root.Children[0]);
        };
        root.OnFault = (context, _, _) =>
        {
            _kept.Add(context);
            context.HandleFault();
        };
        root.OnChild = (context, child) =>
        {
            _kept.Add(context);
            if (child.Activity != last)
            {
                context.CreateBookmark("wait", root.Resumed);
                root.Schedule(context, last);
            }
        };
        Running running = Runner.Start(root, lane);
        operation.Succeed();
        use(instance!);
        running.Resume("wait");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        use(instance!);

        int Keep(ActivityContext context)
        {
            _kept.Add(context);
            return 1;
        }
    }

    private void UseAll(ActivityInstance instance)
    {
        foreach (ActivityContext context in _kept.ToArray())
        {
            foreach (MethodInfo method in context.GetType().GetMethods().Where(method => method.DeclaringType != typeof(object)))
            {
                AssertRefuses(context, method.IsGenericMethodDefinition ? Close(method) : method, instance);
            }
        }
    }

    private static MethodInfo Close(MethodInfo method) => method.MakeGenericMethod([.. method.GetGenericArguments().Select(Fitting)]);

    private static Type Fitting(Type parameter) =>
        parameter.GetGenericParameterConstraints().FirstOrDefault(constraint => constraint.IsClass && constraint != typeof(ValueType))
        ?? (parameter.GenericParameterAttributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint) ? typeof(string) : typeof(int));

    private static void AssertRefuses(ActivityContext context, MethodInfo method, ActivityInstance instance)
    {
        object?[] arguments = [.. method.GetParameters().Select(parameter => Sample(parameter.ParameterType, instance))];
        TargetInvocationException? thrown = Record.Exception(() => method.Invoke(context, arguments)) as TargetInvocationException;

        // If a sample value is missing, the member may check its null argument first.
        bool isRefused = thrown?.InnerException is ObjectDisposedException || (thrown?.InnerException is ArgumentNullException && arguments.Contains(null));
        Assert.True(isRefused, $"{context.GetType().Name}: {method} ended with {thrown?.InnerException?.GetType().Name ?? "nothing"}");
    }

    private static object? Sample(Type type, ActivityInstance instance) =>
        type == typeof(string) ? "wait"
        : type == typeof(Bookmark) ? new Bookmark("wait")
        : type == typeof(BookmarkCallback) ? (BookmarkCallback)Ignore
        : type == typeof(ActivityInstance) ? instance
        : type == typeof(Activity) ? instance.Activity
        : type == typeof(Activity<int>) ? new Compute<int>(new Log(), "unused", _ => 1)
        : type == typeof(Exception) ? new InvalidOperationException("unused")
        : type == typeof(ActivityDelegate) ? new ActivityAction()
        : type == typeof(Argument) ? new InArgument<int>()
        : type == typeof(LocationReference) || type == typeof(Variable) ? new Variable<int>()
        : type == typeof(RuntimeArgument) ? new RuntimeArgument("unused", typeof(int), ArgumentDirection.In)
        : type == typeof(CustomTrackingRecord) ? new CustomTrackingRecord("unused")
        : type.IsValueType || (!type.IsAbstract && type.GetConstructor(Type.EmptyTypes) is not null) ? Activator.CreateInstance(type)
        : null;

    private static void Ignore(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}
