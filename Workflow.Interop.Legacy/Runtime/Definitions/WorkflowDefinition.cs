using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A validated workflow type, with the properties that are its inputs and outputs. Thread-safe.</summary>
internal sealed class WorkflowDefinition
{
    private readonly Type _type;
    private readonly PropertyInfo[] _outputs;
    private readonly Func<Type, Activity> _create;
    private readonly DefinitionHistory _history;
    private volatile bool _canBeSaved;

    private WorkflowDefinition(Type type, Func<Type, Activity> create)
    {
        _type = type;
        _create = create;
        _history = new DefinitionHistory(() => NewTree(null));
        _outputs =
        [
            .. type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
                .Where(static property => property is { CanRead: true, GetMethod.IsPublic: true }
                    && property.DeclaringType!.Assembly != typeof(Activity).Assembly
                    && property.GetIndexParameters().Length == 0),
        ];
    }

    /// <summary>Creates the definition of a workflow.</summary>
    /// <param name="type">The type of the root activity.</param>
    /// <param name="create">Creates a root activity of the type.</param>
    public static WorkflowDefinition Of(Type type, Func<Type, Activity> create)
    {
        if (!typeof(Activity).IsAssignableFrom(type) || type.IsAbstract || type.ContainsGenericParameters || type.GetConstructor(Type.EmptyTypes) is null)
        {
            throw new ArgumentException(
                $"The type '{type}' is no workflow; use a class that derives from Activity and has a public constructor without parameters.", nameof(type));
        }

        WorkflowDefinition definition = new(type, create);
        Activity root = definition.NewTree();
        ValidationErrorCollection errors = TreeValidation.Validate(root);
        if (errors.HasErrors)
        {
            throw TreeValidation.Failed(root, errors);
        }

        return definition;
    }

    public Type Type => _type;

    /// <summary>Checks once that new instances can be saved.</summary>
    /// <param name="find">Finds a type of the application by its name.</param>
    /// <exception cref="WorkflowValidationFailedException">Each save would fail. The exception lists all problems.</exception>
    public void CheckSaving(Func<string, Type?> find)
    {
        if (_canBeSaved)
        {
            return;
        }

        Activity root = NewTree(null, isSaved: true);
        ValidationErrorCollection errors =
            [.. SaveCheck.Problems(root, DefinitionParts.Of(root)!.Types(find)).Select(static problem => new ValidationError(problem, 0))];
        _canBeSaved = errors.Count == 0 ? true : throw TreeValidation.Failed(root, errors);
    }

    /// <summary>Creates the tree of an instance, with its inputs.</summary>
    /// <param name="inputs">Values of properties of the root, or null.</param>
    /// <param name="isSaved">True if the instance can be saved.</param>
    public Activity NewTree(IReadOnlyDictionary<string, object>? inputs, bool isSaved = false)
    {
        Activity root = NewTree();
        foreach (Activity activity in ActivityNames.Tree(root))
        {
            activity.InitializeProperties();
        }

        // Names are resolved through the root, so the root is frozen last.
        foreach (Activity activity in ActivityNames.Tree(root).Reverse().ToList())
        {
            activity.Freeze();
        }

        // Collected before the inputs are set, because inputs are not part of what the constructor creates each time.
        root.Runtime.Definition = isSaved ? new DefinitionParts(root) : null;

        root.Runtime.Origin = _history;

        foreach ((string name, object value) in inputs ?? new Dictionary<string, object>())
        {
            Set(root, name, value);
        }

        return root;
    }

    public Dictionary<string, object?> OutputsOf(Activity root)
    {
        Dictionary<string, object?> outputs = new(_outputs.Length);
        foreach (PropertyInfo property in _outputs)
        {
            outputs[property.Name] = property.GetValue(root, BindingFlags.DoNotWrapExceptions, null, null, null);
        }

        return outputs;
    }

    private Activity NewTree()
    {
        Activity? root = _create(_type);
        if (root?.GetType() != _type || root is not { DesignMode: true, Parent: null })
        {
            throw new InvalidOperationException(
                $"The loader made '{root?.GetType().ToString() ?? "nothing"}' for the workflow '{_type}'; return a new object of exactly this type.");
        }

        return root;
    }

    private void Set(Activity root, string name, object value)
    {
        PropertyInfo? property = Array.Find(
            _type.GetProperties(BindingFlags.Public | BindingFlags.Instance),
            candidate => candidate.Name == name && candidate.GetIndexParameters().Length == 0);
        if (property?.SetMethod is not { IsPublic: true } || property.DeclaringType!.Assembly == typeof(Activity).Assembly)
        {
            throw new ArgumentException(
                $"The workflow '{_type}' has no public property '{name}' that can be set; remove the argument or declare the property.", nameof(name));
        }

        bool fits = value is null
            ? !property.PropertyType.IsValueType || Nullable.GetUnderlyingType(property.PropertyType) is not null
            : property.PropertyType.IsInstanceOfType(value);
        if (!fits)
        {
            throw new ArgumentException(
                $"The argument '{name}' of the workflow '{_type}' is a '{value?.GetType().ToString() ?? "null"}', not a '{property.PropertyType}'; pass a value of that type.",
                nameof(value));
        }

        property.SetValue(root, value, BindingFlags.DoNotWrapExceptions, null, null, null);
    }
}
