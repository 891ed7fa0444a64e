using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The validator that <see cref="HandleExternalEventActivity"/> has in WF3. Classes that derive from the activity name it in an attribute; the runtime validates the activity itself.</summary>
public class HandleExternalEventActivityValidator : ActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is no <see cref="HandleExternalEventActivity"/>.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj) =>
        base.Validate(manager, obj is HandleExternalEventActivity ? obj : throw ActivityValidators.Wrong(obj, typeof(HandleExternalEventActivity)));
}

/// <summary>The validator that <see cref="CallExternalMethodActivity"/> has in WF3. Classes that derive from the activity name it in an attribute; the runtime validates the activity itself.</summary>
public class CallExternalMethodActivityValidator : ActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is no <see cref="CallExternalMethodActivity"/>.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj) =>
        base.Validate(manager, obj is CallExternalMethodActivity ? obj : throw ActivityValidators.Wrong(obj, typeof(CallExternalMethodActivity)));
}

/// <summary>The validator that <see cref="StateActivity"/> has in WF3. Classes that derive from the activity name it in an attribute; the runtime validates the activity itself.</summary>
public class StateActivityValidator : CompositeActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is no <see cref="StateActivity"/>.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj) =>
        base.Validate(manager, obj is StateActivity ? obj : throw ActivityValidators.Wrong(obj, typeof(StateActivity)));
}

/// <summary>What the validators say about other objects.</summary>
internal static class ActivityValidators
{
    public static ArgumentException Wrong(object? obj, Type type) => new($"The object is a '{obj?.GetType().ToString() ?? "null"}', not a '{type}'; validate it with another validator.", nameof(obj));
}
