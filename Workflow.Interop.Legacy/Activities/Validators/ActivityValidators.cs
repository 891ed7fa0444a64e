using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Validates a <see cref="HandleExternalEventActivity"/>, as in WF3. Classes that derive from the activity name the validator in an attribute. The runtime
/// validates the activity itself.
/// </summary>
public class HandleExternalEventActivityValidator : ActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is not a <see cref="HandleExternalEventActivity"/>.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj) =>
        base.Validate(manager, obj is HandleExternalEventActivity ? obj : throw ActivityValidators.Wrong(obj, typeof(HandleExternalEventActivity)));
}

/// <summary>
/// Validates a <see cref="CallExternalMethodActivity"/>, as in WF3. Classes that derive from the activity name the validator in an attribute. The runtime
/// validates the activity itself.
/// </summary>
public class CallExternalMethodActivityValidator : ActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is not a <see cref="CallExternalMethodActivity"/>.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj) =>
        base.Validate(manager, obj is CallExternalMethodActivity ? obj : throw ActivityValidators.Wrong(obj, typeof(CallExternalMethodActivity)));
}

/// <summary>
/// Validates a <see cref="StateActivity"/>, as in WF3. Classes that derive from the activity name the validator in an attribute. The runtime validates the
/// activity itself.
/// </summary>
public class StateActivityValidator : CompositeActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is not a <see cref="StateActivity"/>.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj) =>
        base.Validate(manager, obj is StateActivity ? obj : throw ActivityValidators.Wrong(obj, typeof(StateActivity)));
}

/// <summary>Creates the exceptions of the validators for objects of another type.</summary>
internal static class ActivityValidators
{
    public static ArgumentException Wrong(object? obj, Type type) =>
        new($"The object is a '{obj?.GetType().ToString() ?? "null"}', not a '{type}'; validate it with another validator.", nameof(obj));
}
