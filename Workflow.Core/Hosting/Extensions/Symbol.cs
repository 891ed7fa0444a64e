namespace Workflow.Hosting;

/// <summary>A named value of a host: its location, and the reference to it in definitions.</summary>
internal sealed class Symbol(string name, Type type, object? value) : Location
{
    private object? _value = value;

    public override Type LocationType => type;

    public SymbolReference Reference { get; } = new(name, type);

    protected override object? ValueCore
    {
        get => _value;
        set => _value = CanHold(value)
            ? value
            : throw new InvalidCastException($"The symbol '{name}' is a '{type}' and cannot hold {SymbolResolver.Describe(value)}.");
    }

    public bool CanHold(object? candidate) =>
        candidate is null ? !type.IsValueType || Nullable.GetUnderlyingType(type) is not null : type.IsInstanceOfType(candidate);
}

/// <summary>A reference to a value of the host by name. Each run looks the name up in its own resolver.</summary>
internal sealed class SymbolReference(string name, Type type) : LocationReference
{
    protected override string NameCore => name;

    protected override Type TypeCore => type;

    public override Location GetLocation(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        SymbolResolver resolver = context.GetExtension<SymbolResolver>()
            ?? throw new InvalidOperationException($"The symbol '{name}' has no value: the run has no SymbolResolver; add one to the extensions of its host.");
        return resolver.Find(name, type)
            ?? throw new InvalidOperationException($"The symbol '{name}' of type '{type}' has no value; add it to the SymbolResolver of the run.");
    }
}

/// <summary>The symbols of a resolver as an environment that definitions refer to.</summary>
internal sealed class SymbolEnvironment(IReadOnlyDictionary<string, Symbol> symbols) : LocationReferenceEnvironment
{
    public override Activity? Root => null;

    public override bool IsVisible(LocationReference locationReference)
    {
        ArgumentNullException.ThrowIfNull(locationReference);
        return locationReference is SymbolReference { Name: { } name }
            && symbols.TryGetValue(name, out Symbol? symbol)
            && symbol.LocationType == locationReference.Type;
    }

    public override bool TryGetLocationReference(string name, out LocationReference? result)
    {
        result = symbols.GetValueOrDefault(name)?.Reference;
        return result is not null;
    }

    public override IEnumerable<LocationReference> GetLocationReferences() => symbols.Values.Select(symbol => symbol.Reference);
}
