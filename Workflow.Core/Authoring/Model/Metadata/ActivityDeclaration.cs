using Workflow.Expressions;
using Workflow.Validation;

namespace Workflow;

/// <summary>
/// Collects the declarations of one activity. A walk over a tree uses one object for all its activities, so a declaration allocates only the objects that
/// the code of the application creates.
/// </summary>
internal sealed class ActivityDeclaration(Activity root, DeclaredScope outermost)
{
    private readonly int _thread = System.Environment.CurrentManagedThreadId;
    private volatile bool _isOver;
    private HashSet<string>? _names;
    private Type? _lastType;
    private Activity? _lastActivity;
    private TypeMetadata? _lastMetadata;

    public Activity Root { get; } = root;

    public DeclaredScope Outermost { get; } = outermost;

    public Activity Activity { get; private set; } = root;

    /// <summary>The locations that argument expressions of the activity can refer to.</summary>
    public DeclaredScope Scope { get; private set; } = outermost;

    /// <summary>
    /// The arguments of the owner, for the default of an implementation variable, which can refer to them by name (rule 4.7); null for any other activity.
    /// </summary>
    public IReadOnlyList<RuntimeArgument>? OwnerArguments { get; private set; }

    public List<RuntimeArgument> Arguments { get; } = [];

    public List<Variable> Variables { get; } = [];

    public List<Variable> ImplementationVariables { get; } = [];

    public List<Activity> Children { get; } = [];

    public List<Activity> ImportedChildren { get; } = [];

    public List<Activity> ImplementationChildren { get; } = [];

    public List<ActivityDelegate> Delegates { get; } = [];

    public List<ActivityDelegate> ImportedDelegates { get; } = [];

    public List<ActivityDelegate> ImplementationDelegates { get; } = [];

    /// <summary>Errors and warnings of the whole walk.</summary>
    public List<Finding> Findings { get; } = [];

    public bool HasErrors { get; private set; }

    public ExtensionProviders ExtensionProviders { get; } = new();

    public HashSet<Type> RequiredExtensions { get; } = [];

    public Func<Activity>? Implementation { get; set; }

    /// <summary>A buffer for names. Each access clears and returns the same set.</summary>
    public HashSet<string> Names
    {
        get
        {
            (_names ??= new HashSet<string>(StringComparer.Ordinal)).Clear();
            return _names;
        }
    }

    /// <summary>
    /// True if this walk is active on another thread. Activities of such a walk must not join another walk, because the active walk may be about to freeze
    /// them. A nested walk, such as a validation by a constraint, is on the same thread.
    /// </summary>
    public bool IsActiveOnOtherThread => !_isOver && _thread != System.Environment.CurrentManagedThreadId;

    /// <summary>True if the activity declares nothing.</summary>
    public bool IsEmpty => Arguments.Count + Variables.Count + ImplementationVariables.Count + Children.Count + ImportedChildren.Count
        + ImplementationChildren.Count + Delegates.Count + ImportedDelegates.Count + ImplementationDelegates.Count == 0 && Implementation is null;

    public void Begin(Activity activity, DeclaredScope scope, IReadOnlyList<RuntimeArgument>? ownerArguments)
    {
        Activity = activity;
        Scope = scope;
        OwnerArguments = ownerArguments;
        Implementation = null;
        HasErrors = false;
        Arguments.Clear();
        Variables.Clear();
        ImplementationVariables.Clear();
        Children.Clear();
        ImportedChildren.Clear();
        ImplementationChildren.Clear();
        Delegates.Clear();
        ImportedDelegates.Clear();
        ImplementationDelegates.Clear();
    }

    /// <summary>
    /// Ends the walk. Must be called after the result of the walk is visible: another walk that sees the end must also see the frozen program.
    /// </summary>
    public void End() => _isOver = true;

    public void AddError(ValidationError error)
    {
        HasErrors |= !error.IsWarning;
        Findings.Add(new Finding(Activity, error));
    }

    public void AddError(string message) => AddError(new ValidationError(message));

    /// <summary>Binds an argument object to its declaration. For null, the walk finds or creates the argument object (rule 12.8).</summary>
    public static void Bind(Argument? binding, RuntimeArgument argument)
    {
        ArgumentNullException.ThrowIfNull(argument);
        argument.Bound = binding;
        if (binding is not null)
        {
            binding.Declared = argument;
        }
    }

    /// <summary>Declares the content of the public properties. Earlier declarations of these parts are replaced (rule 12.7).</summary>
    public void Reflect(Activity activity, ReflectedParts parts)
    {
        Arguments.Clear();
        if ((parts & ReflectedParts.Variables) != 0)
        {
            Variables.Clear();
        }

        if ((parts & ReflectedParts.Children) != 0)
        {
            Children.Clear();
            Delegates.Clear();
        }

        if ((parts & ReflectedParts.Imports) != 0)
        {
            ImportedChildren.Clear();
            ImportedDelegates.Clear();
        }

        TypeOf(activity).Declare(activity, parts, this);
    }

    /// <summary>Returns the metadata of the type. The last metadata is cached, because siblings often have the same type.</summary>
    public TypeMetadata TypeOf(Activity activity)
    {
        Type type = activity.GetType();
        if (type != _lastType || (_lastMetadata!.IsOfEachObject && activity != _lastActivity))
        {
            _lastType = type;
            _lastActivity = activity;
            _lastMetadata = TypeMetadata.Of(activity);
        }

        return _lastMetadata;
    }

    /// <summary>Checks that an expression can read a location as the type.</summary>
    public void ReadReference(Activity expression, LocationReference? reference, Type type)
    {
        if (CheckReference(expression, reference) && !type.IsAssignableFrom(reference!.Type))
        {
            AddError($"'{reference.Name}' is a '{reference.Type}' and cannot be read as a '{type}'.");
        }
    }

    /// <summary>Checks that an expression can return a location as a location of the type.</summary>
    public void WriteReference(Activity expression, LocationReference? reference, Type type)
    {
        if (!CheckReference(expression, reference))
        {
            return;
        }

        if (type != reference!.Type)
        {
            AddError($"'{reference.Name}' is a '{reference.Type}' and cannot be referred to as a '{type}'; the types must be equal.");
        }
        else if (reference is Variable { IsHandle: true })
        {
            AddError($"The variable '{reference.Name}' holds a handle and cannot be assigned; its handle is created with the variable.");
        }
        else if (reference is Variable { IsReadOnly: true })
        {
            AddError($"The variable '{reference.Name}' is read-only; only its default can set it.");
        }
    }

    /// <summary>Finds the innermost location with a name to which an expression can refer. Adds an error and returns null if there is none.</summary>
    public LocationReference? FindPlace(string name)
    {
        if (!Scope.TryGetLocationReference(name, out LocationReference? found))
        {
            AddError($"Nothing named '{name}' is in scope here; declare a variable or argument of that name around this expression.");
        }

        return found;
    }

    public RuntimeArgument? FindArgument(string? name) =>
        Scope.FindArgument(name) ?? OwnerArguments?.FirstOrDefault(argument => argument.Name == name);

    private bool CheckReference(Activity expression, LocationReference? reference)
    {
        if (reference is null)
        {
            AddError($"'{expression.DisplayName}' refers to nothing; set its variable or argument.");
            return false;
        }

        bool visible = Scope.IsVisible(reference)
            || (expression is IArgumentByName && reference is RuntimeArgument own && OwnerArguments?.Contains(own) == true);
        if (!visible)
        {
            string kind = reference is Variable ? "variable" : reference is DelegateArgument ? "delegate argument" : "argument";
            string remedy = reference is Variable
                ? "declare it in Variables of an enclosing activity"
                : "read it inside the activity or delegate that declares it";
            AddError($"The {kind} '{reference.Name}' is not in scope here; {remedy}.");
        }

        return visible;
    }
}
