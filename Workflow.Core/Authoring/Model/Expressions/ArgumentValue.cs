namespace Workflow.Expressions;

/// <summary>The value of the enclosing activity's argument, by name.</summary>
/// <typeparam name="T">The type to read it as.</typeparam>
public sealed class ArgumentValue<T> : EnvironmentLocationValue<T>, IArgumentByName
{
    private LocationReference? _found;

    /// <summary>Creates an expression without a name; set <see cref="ArgumentName"/>.</summary>
    public ArgumentValue()
    {
    }

    /// <summary>Creates an expression.</summary>
    /// <param name="argumentName">The name under which the enclosing activity declares the argument.</param>
    public ArgumentValue(string? argumentName) => ArgumentName = argumentName;

    /// <summary>The name; null, empty or unknown is a validation error.</summary>
    public string? ArgumentName { get; set; }

    /// <inheritdoc/>
    public override LocationReference? LocationReference => _found;

    /// <summary>The name of the argument; of an expression without one, its own.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => ArgumentName is { Length: > 0 } name ? name : base.ToString();

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _found = metadata.Declaration.FindArgument(ArgumentName);
        if (_found is null)
        {
            metadata.AddValidationError(
                $"The argument '{ArgumentName}' does not exist around this expression; name an argument of the activity whose implementation it is in.");
            return;
        }

        base.CacheMetadata(metadata);
    }
}
