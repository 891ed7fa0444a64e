using System.Collections.Concurrent;
using Workflow.Interop.Legacy.Activities.Rules.Binding;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>
/// Validates conditions and rules for a type, collects the errors, and keeps the compiled code of the valid ones: use one object for many executions. Only one
/// thread at a time may validate; all threads can execute validated rules.
/// </summary>
public class RuleValidation
{
    private readonly ConcurrentDictionary<object, object> _prepared = new(ReferenceEqualityComparer.Instance);

    /// <summary>Creates a validation for a type.</summary>
    /// <param name="thisType">The type of 'this' in the rules. Rules can use its private members.</param>
    /// <param name="typeProvider">The provider of further types that rules can name, or null.</param>
    public RuleValidation(Type thisType, ITypeProvider? typeProvider)
    {
        ArgumentNullException.ThrowIfNull(thisType);
        if (thisType.ContainsGenericParameters || thisType.IsByRefLike || thisType.IsPointer || thisType.IsByRef)
        {
            throw new ArgumentException(
                $"Rules cannot be about the type '{thisType}'; use a class or a struct without open type parameters.", nameof(thisType));
        }

        Scope = new TypeScope(thisType, typeProvider);
    }

    /// <summary>Creates a validation for the type of an object.</summary>
    /// <param name="thisObject">The object.</param>
    public RuleValidation(object thisObject)
        : this((thisObject ?? throw new ArgumentNullException(nameof(thisObject))).GetType(), null)
    {
    }

    /// <summary>Creates a validation for the type of an activity.</summary>
    /// <param name="activity">The activity.</param>
    /// <param name="typeProvider">The provider of further types that rules can name, or null.</param>
    /// <param name="checkStaticType">Has no effect: types are always checked.</param>
    public RuleValidation(Activity activity, ITypeProvider? typeProvider, bool checkStaticType)
        : this((activity ?? throw new ArgumentNullException(nameof(activity))).GetType(), typeProvider)
    {
    }

    /// <summary>The type of 'this' in the rules.</summary>
    public Type ThisType => Scope.ThisType;

    /// <summary>The errors and warnings that validation has found since this object was created.</summary>
    public ValidationErrorCollection Errors { get; } = [];

    internal TypeScope Scope { get; }

    /// <summary>The element that is being validated. Error texts begin with it.</summary>
    internal string Subject { get; set; } = string.Empty;

    internal void Report(string problem) => Errors.Add(new ValidationError(TextOf(problem), 0));

    /// <summary>Adds a warning of WF3. As in WF3, rules with warnings do not run.</summary>
    internal void Warn(string problem, int number) => Errors.Add(new ValidationError(TextOf(problem), number, isWarning: true));

    /// <summary>Calls a method of a condition or an action, which may be code of an application, and reports its exceptions as errors.</summary>
    /// <returns>The result of the call; null if the call failed or returned null.</returns>
    internal T? Ask<T>(Func<T?> ask)
        where T : class
    {
        try
        {
            return ask();
        }
        catch (Exception exception)
        {
            Report($"its validation fails with '{exception.Message.TrimEnd('.')}'; correct its type");
            return null;
        }
    }

    /// <summary>Returns the compiled form of a condition, an action or a rule set that was found valid before; null if there is none.</summary>
    internal T? Kept<T>(object key)
        where T : class => _prepared.TryGetValue(key, out object? kept) ? kept as T : null;

    /// <summary>Keeps the compiled form of a condition, an action or a rule set for executions. Null removes it, because the object is not valid.</summary>
    internal T? Keep<T>(object key, T? prepared)
        where T : class
    {
        if (prepared is null)
        {
            _prepared.TryRemove(key, out _);
        }
        else
        {
            _prepared[key] = prepared;
        }

        return prepared;
    }

    internal RuleSetValidationException Invalid(string kind, string? name)
    {
        string subject = string.IsNullOrEmpty(name) ? $"The {kind}" : $"The {kind} '{name}'";
        return new RuleSetValidationException(
            $"{subject} is not valid for the type '{ThisType}': {string.Join(' ', Errors.Select(static error => error.ErrorText))}", Errors);
    }

    private string TextOf(string problem) =>
        $"{(Subject.Length == 0 ? string.Concat(problem[..1].ToUpperInvariant(), problem.AsSpan(1)) : $"{Subject}: {problem}")}.";
}
