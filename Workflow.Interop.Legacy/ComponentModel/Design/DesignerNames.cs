using System.ComponentModel;

namespace Workflow.Interop.Legacy.ComponentModel.Design;

/// <summary>A placeholder for a designer class, so that attributes of activities can name the class. It has no effect, because there is no designer.</summary>
public class ActivityToolboxItem
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class CompositeActivityDesigner : ActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class StructuredCompositeActivityDesigner : CompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class SequentialActivityDesigner : StructuredCompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ParallelActivityDesigner : StructuredCompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ActivityPreviewDesigner : SequentialActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class SequentialWorkflowRootDesigner : SequentialActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class FreeformActivityDesigner : CompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ActivityDesignerTheme
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class CompositeDesignerTheme : ActivityDesignerTheme
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public sealed class TypeBrowserEditor
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class BindUITypeEditor
{
}

/// <summary>A placeholder for a type converter, so that attributes of properties can name the class. It converts as its base class does.</summary>
public class ActivityBindTypeConverter : TypeConverter
{
}
