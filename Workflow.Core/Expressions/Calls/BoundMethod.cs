using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The properties of an activity that calls a method.</summary>
internal readonly record struct MethodDescription
{
    public required string? MethodName { get; init; }

    public required InArgument? TargetObject { get; init; }

    public required Type? TargetType { get; init; }

    public required Type[] TypeArguments { get; init; }

    public required Argument[] Parameters { get; init; }

    /// <summary>The type to which the value is converted; null for its own type.</summary>
    public required Type? ResultType { get; init; }

    public required bool RunAsynchronously { get; init; }
}

/// <summary>The call of one activity: its method, target and arguments, and the use of its value.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class BoundMethod
{
    private readonly Activity _owner;
    private readonly MethodDescription _description;
    private readonly MethodCall _call;

    private BoundMethod(Activity owner, MethodDescription description, MethodCall call)
    {
        _owner = owner;
        _description = description;
        _call = call;
    }

    /// <summary>Declares the arguments of the call and finds its method; null after an error.</summary>
    public static BoundMethod? Bind(Activity owner, CodeActivityMetadata metadata, MethodDescription description)
    {
        if (description.TargetObject is { } target)
        {
            metadata.DeclareGiven(nameof(description.TargetObject), target, isRequired: false);
        }

        MethodCall? call = Find(owner, description, out string? problem);
        if (call is null)
        {
            metadata.DeclareAll("Parameter", description.Parameters);
        }
        else
        {
            metadata.DeclareAll(call.NameArguments(nameof(description.TargetObject), Argument.ResultValue), description.Parameters);
        }

        if (problem is null)
        {
            return new BoundMethod(owner, description, call!);
        }

        metadata.AddValidationError(problem);
        return null;
    }

    /// <summary>Calls the method on this thread.</summary>
    /// <exception cref="ArgumentNullException">The target object is null.</exception>
    public object? Invoke(ActivityContext context)
    {
        object? target = Target(context);
        object?[] values = _call.ReadArguments(context);
        return Complete(context, values, _call.Invoke(target, values));
    }

    /// <summary>Calls the method on a thread of the pool, and awaits a returned task or <see cref="ValueTask"/>.</summary>
    public async Task<object?> InvokeOnPoolAsync(ActivityContext context)
    {
        object? target = Target(context);
        object?[] values = _call.ReadArguments(context);

        // Cancellation is not passed to the call: the call cannot be interrupted, and its result must not be lost (rule 3.4).
        object? returned = await Task.Run(() => _call.Invoke(target, values), CancellationToken.None).ConfigureAwait(false);
        if (AwaitedCall.TaskOf(returned) is { } operation)
        {
            await operation.ConfigureAwait(false);

            // Without a result type, the operation itself is not the value, and it has no result.
            returned = _call.YieldsTaskResult ? operation : _description.ResultType is null ? null : AwaitedCall.Completed(returned, operation);
        }

        return Complete(context, values, returned);
    }

    private static MethodCall? Find(Activity owner, in MethodDescription description, out string? problem)
    {
        string? name = description.MethodName;
        if (string.IsNullOrEmpty(name))
        {
            problem = $"'{owner.DisplayName}' names no method to call; set its MethodName.";
            return null;
        }

        if (description.TargetObject is null == description.TargetType is null)
        {
            problem = $"'{owner.DisplayName}' needs either a TargetObject or a TargetType to call '{name}'; set exactly one of the two.";
            return null;
        }

        Type type = description.TargetType ?? description.TargetObject!.ArgumentType;
        MethodSearch search = new(type, description.TargetType is not null, name, description.TypeArguments, description.Parameters);
        MethodCall? call = search.Find(out problem);
        if (description is { ResultType: null, RunAsynchronously: true })
        {
            call?.TryTakeTaskResult(typeof(object));
        }

        if (call is not null && description.ResultType is { } result && !call.TrySetResult(result, description.RunAsynchronously))
        {
            problem = $"'{MethodCall.Describe(call.Method)}' returns '{call.ReturnType}', "
                + $"which the Result of '{owner.DisplayName}', a '{result}', cannot hold; "
                + "change the Result, or set RunAsynchronously where the value is the result of a task.";
        }

        return call;
    }

    private object? Target(ActivityContext context)
    {
        object? target = _description.TargetObject?.Get(context);
        return target is not null || _description.TargetType is not null ? target : throw NoTarget(nameof(_description.TargetObject));
    }

    private ArgumentNullException NoTarget(string argument) =>
        new(argument, $"'{_owner.DisplayName}' has no object to call '{_description.MethodName}' on: its TargetObject is null; bind it to one.");

    /// <summary>Writes the values of out and ref parameters to their arguments, and returns the value, converted to the result type, if there is one.</summary>
    private object? Complete(ActivityContext context, object?[] values, object? returned)
    {
        _call.WriteArguments(context, values);
        return _call.ToResult(returned, _description.ResultType ?? typeof(object));
    }
}
