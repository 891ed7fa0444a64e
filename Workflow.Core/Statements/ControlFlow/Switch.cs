using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs the activity of the case that equals a value, or a default activity.</summary>
/// <remarks>A cancel request cancels the running case, and the activity ends with the state of that case (rule 3.6).</remarks>
/// <typeparam name="T">The type of the value. Cases are compared with its default equality.</typeparam>
public sealed class Switch<T> : NativeActivity, IDiagramSource
{
    private NullKeyDictionary<T, Activity?>? _cases;

    /// <summary>Creates a choice without an expression; set <see cref="Expression"/>.</summary>
    public Switch()
    {
    }

    /// <summary>Creates a choice with a function as expression. Nothing is compiled at run time.</summary>
    /// <param name="expression">The function.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    [OverloadResolutionPriority(1)]
    public Switch(Func<ActivityContext, T> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = new InArgument<T>(expression);
    }

    /// <summary>Creates a choice with an expression tree, which is compiled once.</summary>
    /// <param name="expression">The expression tree.</param>
    /// <exception cref="ArgumentNullException">The expression tree is null.</exception>
    public Switch(Expression<Func<ActivityContext, T>> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = new InArgument<T>(expression);
    }

    /// <summary>Creates a choice with the result of an activity as expression.</summary>
    /// <param name="expression">The activity.</param>
    /// <exception cref="ArgumentNullException">The activity is null.</exception>
    public Switch(Activity<T> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = new InArgument<T>(expression);
    }

    /// <summary>Creates a choice with an argument as expression.</summary>
    /// <param name="expression">The argument.</param>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public Switch(InArgument<T> expression)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Expression = expression;
    }

    /// <summary>The value to look up; required. It is evaluated once, before a case runs.</summary>
    [RequiredArgument]
    public InArgument<T> Expression { get; set; } = null!;

    /// <summary>
    /// The activities by value; empty by default, never null. Null is a valid key if <typeparamref name="T"/> allows it. If the
    /// activity of a case is null, nothing runs, not even <see cref="Default"/>.
    /// </summary>
    public IDictionary<T, Activity?> Cases => _cases ??= [];

    /// <summary>The activity to run when no case has the value; null, the default, if there is none.</summary>
    public Activity? Default { get; set; }

    internal override IEnumerable<(string Name, Activity Child)> NamedChildren()
    {
        if (Default is not null)
        {
            yield return (nameof(Default), Default);
        }

        foreach ((T key, Activity? matched) in Cases)
        {
            if (matched is not null)
            {
                yield return ($"{nameof(Cases)}[{key}]", matched);
            }
        }
    }

    void IDiagramSource.Draw(ActivityDiagram diagram)
    {
        DiagramNode decision = diagram.AddDecision(nameof(Expression));
        foreach ((T value, Activity? activity) in Cases)
        {
            if (activity is not null)
            {
                diagram.Connect(decision, diagram.Add(activity), value?.ToString() ?? "null");
            }
        }

        if (Default is not null)
        {
            diagram.Connect(decision, diagram.Add(Default), "default");
        }
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument expression = new(nameof(Expression), typeof(T), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Expression, expression);
        metadata.AddArgument(expression);
        if (_cases is not null)
        {
            foreach (Activity? matched in _cases.Values)
            {
                metadata.AddChild(matched);
            }
        }

        metadata.AddChild(Default);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (_cases is null || !_cases.TryGetValue(Expression.Get(context), out Activity? matched))
        {
            matched = Default;
        }

        if (matched is not null)
        {
            context.ScheduleActivity(matched);
        }
    }
}
